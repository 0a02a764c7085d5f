-- Maintenance fees of lines of credit, and draws on lines that are not open any more when they are reviewed.

-- A month of an open line, by the day on which its maintenance fee falls due. A month is charged once, or never.
create table app.maintenance_month (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  due_on date not null,
  constraint one_fee_a_month unique (issued_product_id, due_on),
  -- The fee, or why none was charged.
  obligation_id uuid unique references app.obligation,
  not_charged text check (not_charged in ('SUSPENDED', 'DEFAULTED')),
  constraint charged_or_not check (num_nonnulls(obligation_id, not_charged) = 1),
  created_at timestamptz not null default now()
);
create index maintenance_months_of_business on app.maintenance_month (business_id, id);
call app.protect('app.maintenance_month', 'business');
grant select, insert on app.maintenance_month to inlay_app;
create trigger append_only before update or delete or truncate on app.maintenance_month
  for each statement execute function app.refuse_change();

alter table app.draw drop constraint draw_review_reason_check;
alter table app.draw add constraint draw_review_reason_check
  check (review_reason in ('LARGE_AMOUNT', 'BALANCE_NOT_SOUND', 'RECENT_NSF', 'LINE_NOT_OPEN'));

-- Lines are in servicing from their opening on, so that their fees and their end do not wait for a draw.
insert into app.product_servicing (platform_id, business_id, issued_product_id, next_action_at)
select platform_id, business_id, id, now() from app.issued_product
where product_type in ('LOC_TERM_LOAN', 'FAST_PAY', 'EXTEND_PAY_PURCHASE_ORDER')
on conflict (issued_product_id) do nothing;
