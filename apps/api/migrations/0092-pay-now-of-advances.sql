-- Payments of what was due on an advance, and payments whose account was chosen for them alone.

alter table app.pay_now
  -- The periods of an advance that it covers. They are named, because the amount of a period may become known after its day has passed.
  -- They are written with the payment and never change.
  add column advance_period_ids uuid[] not null default '{}';

-- The debit was authorized for this account alone: it does not follow the role of the account that is debited otherwise.
alter table app.payment_order add column keeps_account boolean not null default false;
update app.payment_order o set keeps_account = true
  from app.pay_now n where o.item = 'pay-now/' || n.id and n.debit_authorization_id is not null;
