-- True-ups of merchant cash advances.

-- The correction of a period's amount once its sales are known, or known better. Without a debit the amount was replaced; otherwise what is
-- missing is added to the next period that is decided, and an excess is refunded.
create table app.true_up (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  advance_period_id uuid not null references app.advance_period,
  sales_cents bigint not null check (sales_cents >= 0),
  -- What the period has called for so far, with what earlier true-ups have changed, and what its sales make of it.
  called_cents bigint not null check (called_cents >= 0),
  due_cents bigint not null check (due_cents >= 0),
  outcome text not null check (outcome in ('REPLACED', 'NEXT_PERIOD', 'REFUND', 'NONE')),
  constraint outcome_follows check (case outcome when 'NEXT_PERIOD' then due_cents > called_cents when 'REFUND' then due_cents < called_cents
    when 'NONE' then due_cents = called_cents else true end),
  -- The debit of which the excess is refunded.
  payment_order_id uuid references app.payment_order,
  constraint refund_has_debit check ((outcome = 'REFUND') = (payment_order_id is not null)),
  -- The period to which the difference was added.
  carried_to_id uuid references app.advance_period,
  constraint carried_has_difference check (carried_to_id is null or outcome = 'NEXT_PERIOD'),
  -- In business time.
  made_on date not null,
  created_at timestamptz not null default now()
);
create index true_ups_of_product on app.true_up (issued_product_id, id);
create index true_ups_of_business on app.true_up (business_id, id);
call app.protect('app.true_up', 'business');
grant select, insert, update (carried_to_id) on app.true_up to inlay_app;

-- A request of a business to adjust what was debited to its sales. One is open for an advance at most.
create table app.true_up_request (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  status text not null check (status in ('REQUESTED', 'ANSWERED', 'CANCELLED')),
  requested_by uuid not null references app.business_user,
  -- Business time.
  answer_by timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_open_true_up_request on app.true_up_request (issued_product_id) where status = 'REQUESTED';
create index true_up_requests_of_business on app.true_up_request (business_id, id);
create trigger touch before update on app.true_up_request for each row execute function app.touch();
call app.protect('app.true_up_request', 'business');
grant select, insert, update (status) on app.true_up_request to inlay_app;
