-- What owners arrange themselves about a payment of a loan.

alter table app.servicing_policy
  -- The banking days within which the day of the next try can be chosen. Zero: not at all.
  add column retry_within_banking_days integer not null default 10 check (retry_within_banking_days between 0 and 10),
  -- The banking days by which a coming payment can be moved, and how often.
  add column move_by_banking_days integer not null default 5 check (move_by_banking_days between 0 and 5),
  add column move_once_in_days integer not null default 90 check (move_once_in_days > 0);

-- A day that an owner has chosen: of the next try of an overdue payment, or of a payment that was still to come.
create table app.arrangement (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  obligation_id uuid not null references app.obligation,
  kind text not null check (kind in ('RETRY_DAY', 'MOVE')),
  from_on date not null,
  to_on date not null,
  -- The debit of the chosen day. A moved payment is debited by its schedule.
  payment_order_id uuid unique references app.payment_order,
  constraint order_of_retry check ((kind = 'RETRY_DAY') = (payment_order_id is not null)),
  made_by uuid not null references app.business_user,
  -- In business time.
  made_on date not null,
  created_at timestamptz not null default now()
);
create index arrangements_of_product on app.arrangement (issued_product_id, id);
create index arrangements_of_business on app.arrangement (business_id, id);
call app.protect('app.arrangement', 'business');
grant select, insert on app.arrangement to inlay_app;
create trigger append_only before update or delete or truncate on app.arrangement
  for each statement execute function app.refuse_change();
