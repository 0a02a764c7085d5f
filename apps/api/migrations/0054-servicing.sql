-- Payoffs of loans.

-- The payoff of a loan, with the quote for its day. Its order is the only one that is debited for the loan until it has an outcome.
create table app.payoff (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  status text not null check (status in ('SCHEDULED', 'IN_FLIGHT', 'COMPLETED', 'FAILED', 'CANCELLED')),
  effective_on date not null,
  principal_cents bigint not null check (principal_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  fees_cents bigint not null check (fees_cents >= 0),
  amount_cents bigint not null check (amount_cents > 0),
  constraint amount_adds_up check (principal_cents + interest_cents + fees_cents = amount_cents),
  payment_order_id uuid not null unique references app.payment_order,
  requested_by uuid not null references app.business_user,
  -- After a failure: the cut-off at which the debits of the schedule are ordered again. Business time.
  schedule_returns_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_open_payoff on app.payoff (issued_product_id) where status in ('SCHEDULED', 'IN_FLIGHT');
create index payoffs_of_business on app.payoff (business_id, id);
create index payoffs_of_product on app.payoff (issued_product_id, id);
create trigger touch before update on app.payoff for each row execute function app.touch();
call app.protect('app.payoff', 'business');
grant select, insert, update (status, schedule_returns_at) on app.payoff to inlay_app;
