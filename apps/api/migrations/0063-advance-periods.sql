-- Periods of merchant cash advances.

-- A sales period of an advance, and the share of its sales that is debited. Its debits name it as their item.
create table app.advance_period (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  number integer not null check (number > 0),
  starts_on date not null,
  ends_on date not null,
  payment_on date not null,
  constraint days_in_order check (starts_on <= ends_on and ends_on < payment_on),
  state text not null check (state in ('OPEN', 'DUE', 'DUE_ESTIMATED', 'UNPAID', 'PAID', 'NO_SALES', 'DROPPED')),
  -- What the amount was calculated from. Null for an estimate.
  sales_cents bigint check (sales_cents >= 0),
  sales_source text check (sales_source in ('PLATFORM', 'BANK')),
  constraint sales_have_source check ((sales_cents is null) = (sales_source is null)),
  -- The part of the amount that true-ups of earlier periods have added.
  carried_cents bigint not null default 0 check (carried_cents >= 0),
  amount_cents bigint check (amount_cents >= carried_cents),
  constraint decided_has_amount check (state in ('OPEN', 'DROPPED') or amount_cents is not null),
  -- Its amount is the estimated payment, or was when it was debited.
  is_estimated boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issued_product_id, number)
);
create index advance_periods_of_business on app.advance_period (business_id, id);
create trigger touch before update on app.advance_period for each row execute function app.touch();
call app.protect('app.advance_period', 'business');
grant select, insert, update (state, sales_cents, sales_source, carried_cents, amount_cents, is_estimated) on app.advance_period to inlay_app;

-- The obligation of an advance is due in periods, and the steps of delinquency are done for each of them.
alter table app.delinquency_step
  add column advance_period_id uuid references app.advance_period,
  drop constraint delinquency_step_obligation_id_step_from_days_key;
create unique index one_delinquency_step on app.delinquency_step (obligation_id, advance_period_id, step, from_days) nulls not distinct;

-- Advances that were funded before their daily life was kept here.
insert into app.product_servicing (platform_id, business_id, issued_product_id, next_action_at)
select platform_id, business_id, id, now() from app.issued_product
where product_type = 'MCA' and funded_on is not null and loan_status in ('CURRENT', 'LATE', 'DEFAULTED')
on conflict (issued_product_id) do nothing;
