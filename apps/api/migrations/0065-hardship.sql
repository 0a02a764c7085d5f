-- Payments that staff put off for a business in hardship.

alter table app.arrangement drop constraint arrangement_kind_check, drop constraint order_of_retry;
alter table app.arrangement
  add constraint arrangement_kind_check check (kind in ('RETRY_DAY', 'MOVE', 'HARDSHIP')),
  -- A payment that was put off is debited by its schedule, or by a retry if its first debit was returned.
  add constraint order_of_retry check (kind = 'HARDSHIP' or (kind = 'RETRY_DAY') = (payment_order_id is not null)),
  alter column made_by drop not null,
  -- The member of staff who approved it.
  add column made_by_member uuid references app.staff_member,
  add constraint made_by_one check ((kind = 'HARDSHIP') = (made_by_member is not null) and (made_by is null) = (made_by_member is not null)),
  -- The plan of the product that it belongs to. An owner's choice makes no new plan.
  add column plan_version integer,
  add constraint plan_of_hardship check ((kind = 'HARDSHIP') = (plan_version is not null));
create unique index once_in_plan on app.arrangement (issued_product_id, plan_version, obligation_id) where plan_version is not null;
