-- Reminders of debits.

-- The reminder of a debit, due some banking days before its day. Business time.
create table app.repayment_reminder (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  payment_order_id uuid not null unique references app.payment_order,
  next_action_at timestamptz,
  created_at timestamptz not null default now()
);
create index repayment_reminders_of_business on app.repayment_reminder (business_id, id);
call app.protect('app.repayment_reminder', 'business');
grant select, insert, update (next_action_at) on app.repayment_reminder to inlay_app;
call app.watch_due('app.repayment_reminder');

-- The reminder of a debit that is ordered already waits until its own day when it is looked at.
insert into app.repayment_reminder (platform_id, business_id, payment_order_id, next_action_at)
  select platform_id, business_id, id, now() from app.payment_order
  where status = 'SCHEDULED' and direction = 'INCOMING' and rail = 'ACH' and not is_once and business_id is not null
    and issued_product_id is not null;
