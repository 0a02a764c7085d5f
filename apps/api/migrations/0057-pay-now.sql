-- Payments of what is due, which a person orders instead of waiting for the next debit.

-- A debit for one day: it is neither postponed nor tried again.
alter table app.payment_order add column is_once boolean not null default false;
update app.payment_order set is_once = true where purpose = 'PAYOFF';

-- Everything that had fallen due on a product is paid at once. Its orders name it as their item, and are the only debits of what it covers
-- until they have an outcome. The row is the record of the authorization: who agreed to which amount on which day, from which account.
create table app.pay_now (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  -- It covers the items that fell due on this day or before.
  due_until date not null,
  effective_on date not null,
  amount_cents bigint not null check (amount_cents > 0),
  bank_account_id uuid not null references app.bank_account,
  requested_by uuid not null references app.business_user,
  cancelled_at timestamptz,
  -- After a failure: the cut-off at which the debits of the schedule are ordered again. Business time.
  schedule_returns_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index pay_now_of_business on app.pay_now (business_id, id);
create index pay_now_of_product on app.pay_now (issued_product_id, id);
create trigger touch before update on app.pay_now for each row execute function app.touch();
call app.protect('app.pay_now', 'business');
grant select, insert, update (cancelled_at, schedule_returns_at) on app.pay_now to inlay_app;
