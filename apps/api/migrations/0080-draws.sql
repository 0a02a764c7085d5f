-- Draws on a line of credit, and what their and an invoice's request keeps of a limit until it is funded.

alter table app.draw
  add column amount_cents bigint check (amount_cents >= 100),
  add column fee_cents bigint check (fee_cents >= 0),
  -- The disclosed APR at the time of the request, with the maintenance fees of that time.
  add column apr_percentage numeric(9, 4),
  add column purpose text check (length(purpose) <= 500),
  add column requested_by uuid references app.business_user,
  -- Why staff must decide about it. Null until it was looked at, and if nobody has to.
  add column review_reason text check (review_reason in ('LARGE_AMOUNT', 'BALANCE_NOT_SOUND', 'RECENT_NSF')),
  -- Business time. Without a member of staff it was approved by the rules.
  add column approved_at timestamptz,
  add column approved_by uuid references app.staff_member,
  add constraint approver_has_approved check (approved_by is null or approved_at is not null),
  add column rejection_reason text check (rejection_reason in ('WITHDRAWN', 'NOT_FUNDED_IN_TIME', 'DECLINED')),
  add constraint rejected_for_a_reason check (rejection_reason is null or state = 'REJECTED'),
  -- The end of the time in which it is funded. Business time.
  add column next_action_at timestamptz;
call app.watch_due('app.draw');

-- A state that a draw has entered. Business time.
create table app.draw_step (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  draw_id uuid not null references app.draw,
  state text not null check (state in ('PENDING_FUND_DISBURSEMENT', 'WAITING_FOR_REPAYMENT', 'DEFAULTED', 'REJECTED', 'CLOSED')),
  entered_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index steps_of_draw on app.draw_step (draw_id, id);
call app.protect('app.draw_step', 'business');
grant select, insert on app.draw_step to inlay_app;
create trigger append_only before update or delete or truncate on app.draw_step
  for each statement execute function app.refuse_change();

-- A stop of new draws or invoices on a line by staff. One is open for a line at most.
create table app.line_suspension (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  reason text not null check (reason in ('RISK_REVIEW', 'ACCOUNT_ISSUE', 'BORROWER_REQUEST')),
  suspended_by uuid not null references app.staff_member,
  -- Business time.
  suspended_at timestamptz not null,
  reinstated_by uuid references app.staff_member,
  reinstated_at timestamptz,
  constraint reinstatement_is_whole check ((reinstated_by is null) = (reinstated_at is null)),
  created_at timestamptz not null default now()
);
create unique index one_open_suspension on app.line_suspension (issued_product_id) where reinstated_at is null;
create index suspensions_of_business on app.line_suspension (business_id, id);
call app.protect('app.line_suspension', 'business');
grant select, insert, update (reinstated_by, reinstated_at) on app.line_suspension to inlay_app;

-- What a draw or an invoice keeps of the limit of its line from its request until its payout is submitted, which makes it principal. A payout
-- that comes back makes it wait again.
create table app.limit_reservation (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  draw_id uuid unique references app.draw,
  invoice_id uuid unique references app.invoice,
  constraint of_one_item check (num_nonnulls(draw_id, invoice_id) = 1),
  amount_cents bigint not null check (amount_cents > 0),
  -- WAITING: it counts. FUNDED: its principal is owed instead. RELEASED: it was rejected or withdrawn.
  state text not null default 'WAITING' check (state in ('WAITING', 'FUNDED', 'RELEASED')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index reservations_of_line on app.limit_reservation (issued_product_id, id);
create trigger touch before update on app.limit_reservation for each row execute function app.touch();
call app.protect('app.limit_reservation', 'business');
grant select, insert, update (amount_cents, state) on app.limit_reservation to inlay_app;

-- Keeps the sum of a line's reservations, and refuses a request for more than is left. The product's row is locked by its change, so requests
-- are counted one after the other. What moves between principal and reservation, as a returned payout does, is never refused.
create function app.keep_limit() returns trigger language plpgsql as $$
declare
  before bigint := 0;
  after bigint := case when new.state = 'WAITING' then new.amount_cents else 0 end;
  line app.issued_product;
  owed bigint;
begin
  if tg_op = 'UPDATE' and old.state = 'WAITING' then before := old.amount_cents; end if;
  if tg_op = 'UPDATE' and before = after then return new; end if;
  update app.issued_product set reserved_cents = reserved_cents + after - before where id = new.issued_product_id returning * into line;
  if line.id is null then raise exception 'a reservation names a product of its business' using errcode = 'foreign_key_violation'; end if;
  if tg_op = 'INSERT' and (line.loan_status <> 'CURRENT'
      or exists (select from app.line_suspension s where s.issued_product_id = line.id and s.reinstated_at is null)) then
    raise exception 'the line % is not open for requests', line.id using errcode = 'check_violation', constraint = 'line_is_open';
  end if;
  if tg_op = 'INSERT' or new.amount_cents > old.amount_cents then
    -- What was written off stays used.
    select coalesce(sum(owed_principal_cents - paid_principal_cents), 0) into owed from app.obligation
    where issued_product_id = line.id and cancelled_at is null and refund_order_id is null;
    if line.limit_cents is null or owed + line.reserved_cents > line.limit_cents then
      raise exception 'the limit of % does not have % left', line.id, new.amount_cents
        using errcode = 'check_violation', constraint = 'within_limit';
    end if;
  end if;
  return new;
end $$;
create trigger keep_limit before insert or update on app.limit_reservation for each row execute function app.keep_limit();

-- A change of a line's limit, as it was decided. Business time.
create table app.limit_change (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  before_cents bigint not null check (before_cents >= 0),
  after_cents bigint not null check (after_cents >= 0),
  constraint limit_has_changed check (before_cents <> after_cents),
  reason text not null check (reason in ('RISK_REVIEW', 'PERFORMANCE', 'BORROWER_REQUEST')),
  changed_by uuid not null references app.staff_member,
  changed_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index limit_changes_of_line on app.limit_change (issued_product_id, id);
call app.protect('app.limit_change', 'business');
grant select, insert on app.limit_change to inlay_app;
create trigger append_only before update or delete or truncate on app.limit_change
  for each statement execute function app.refuse_change();

-- The nightly check compares the sums of products with their reservations.
grant select (id, issued_product_id, amount_cents, state) on app.limit_reservation to inlay_auditor;
create policy audit on app.limit_reservation for select to inlay_auditor using (true);

-- A reservation without a row, which no request has made so far, would be counted forever.
update app.issued_product set reserved_cents = 0 where reserved_cents <> 0;
