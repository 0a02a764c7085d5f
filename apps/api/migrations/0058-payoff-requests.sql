-- Requests for the payoff of a late loan.

-- A request of the owner of a late loan for its payoff, and the quote of staff for a day. One is open for a product at most.
create table app.payoff_request (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  status text not null check (status in ('REQUESTED', 'ANSWERED', 'SCHEDULED', 'EXPIRED', 'CANCELLED')),
  requested_by uuid not null references app.business_user,
  -- The answer of staff: what the payoff costs on a day.
  effective_on date,
  amount_cents bigint check (amount_cents > 0),
  answered_by uuid references app.staff_member,
  constraint answer_is_whole check (num_nonnulls(effective_on, amount_cents, answered_by) in (0, 3)),
  constraint answered_has_answer check (status not in ('ANSWERED', 'SCHEDULED') or effective_on is not null),
  -- Business time.
  expires_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_open_payoff_request on app.payoff_request (issued_product_id) where status in ('REQUESTED', 'ANSWERED');
create index payoff_requests_of_business on app.payoff_request (business_id, id);
create trigger touch before update on app.payoff_request for each row execute function app.touch();
call app.protect('app.payoff_request', 'business');
grant select, insert, update (status, effective_on, amount_cents, answered_by, expires_at) on app.payoff_request to inlay_app;
