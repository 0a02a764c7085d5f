-- Payouts that come back, and liens.

-- A payout of a loan or an advance that failed or came back. The product waits for another account. Times are business time.
create table app.funding_return (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  payment_order_id uuid not null unique references app.payment_order,
  returned_at timestamptz not null,
  -- The product is closed if it is not funded again by then.
  fund_by timestamptz not null,
  next_action_at timestamptz,
  ended_at timestamptz,
  -- FUNDED: another payout was ordered. CLOSED: none was.
  outcome text check (outcome in ('FUNDED', 'CLOSED')),
  created_at timestamptz not null default now(),
  check ((ended_at is null) = (outcome is null) and (ended_at is null or next_action_at is null))
);
create unique index one_open_return on app.funding_return (issued_product_id) where ended_at is null;
create index returns_of_business on app.funding_return (business_id, id);
call app.protect('app.funding_return', 'business');
call app.watch_due('app.funding_return');
grant select, insert, update (next_action_at, ended_at, outcome) on app.funding_return to inlay_app;

-- The financing statement (UCC-1) about a product, which staff file with the state.
create table app.lien_filing (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null unique references app.issued_product,
  -- The state whose law the offer is under.
  state text not null,
  file_by date not null,
  filed_on date,
  filing_number text check (length(filing_number) between 1 and 60),
  recorded_by uuid references app.staff_member,
  created_at timestamptz not null default now(),
  check (num_nulls(filed_on, filing_number, recorded_by) in (0, 3))
);
create index filings_of_business on app.lien_filing (business_id, id);
call app.protect('app.lien_filing', 'business');
grant select, insert, update (filed_on, filing_number, recorded_by) on app.lien_filing to inlay_app;
