-- What our banks show, held against what we know; and what the network would say of our debits.

-- When our statements were last read, and whether somebody wants them read before their hour.
alter table app.statement_cursor drop column cursor, add column asked_at timestamptz;
insert into app.statement_cursor (book, read_at) values ('CONCAR_SPV_1', '2000-01-01'), ('EQUITY', '2000-01-01'), ('OPCO', '2000-01-01');

create index line_of_order on app.bank_line (payment_order_id, meaning) where payment_order_id is not null;
create index lines_by_day on app.bank_line (posted_on);
create index sent_orders_by_day on app.payment_order (effective_on) where processor_order_id is not null;

-- A line that nobody can explain is the house's, and those who look at it sit in the office.
create policy house on app.task for insert to inlay_app
  with check (platform_id = app.office() and business_id is null and app.house_in_scope());

-- Our statements are the house's. What was read of them, and which orders lack a line, the house asks across all tenants; two more
-- functions of the doorman answer it, and nobody else.
grant select (id, vendor_line_id, book, posted_on, direction, amount_cents, platform_id, business_id, payment_order_id, meaning)
  on app.bank_line to inlay_doorman;
grant select (status, transfer_type, effective_on, return_code) on app.payment_order to inlay_doorman;
grant select (payment_order_id, status, happened_at) on app.payment_order_step to inlay_doorman;
grant select (business_id, now_at) on app.business_clock to inlay_doorman;
create policy doorman on app.bank_line for select to inlay_doorman using (true);
create policy doorman on app.payment_order_step for select to inlay_doorman using (true);
create policy doorman on app.business_clock for select to inlay_doorman using (true);

create function app.list_bank_lines(p_since date)
returns table (id uuid, vendor_line_id text, book text, posted_on date, direction text, amount_cents bigint, platform_id uuid,
  business_id uuid)
language sql stable security definer set search_path = ''
begin atomic
  select l.id, l.vendor_line_id, l.book, l.posted_on, l.direction, l.amount_cents, l.platform_id, l.business_id from app.bank_line l
  where app.house_in_scope() and l.posted_on >= p_since;
end;

-- Orders that are sent, and have no line; and orders that came back, and have none of that. `since_on` is the day from which the line
-- should be there, `today` the day it is for the business.
create function app.list_orders_without_line(p_since date)
returns table (id uuid, platform_id uuid, business_id uuid, meaning text, since_on date, today date)
language sql stable security definer set search_path = ''
begin atomic
  select o.id, o.platform_id, o.business_id, 'SENT', o.effective_on, (app.business_now(o.business_id) at time zone 'UTC')::date
  from app.payment_order o
  where app.house_in_scope() and o.processor_order_id is not null and o.effective_on >= p_since and o.transfer_type = 'CASH'
    and (o.status in ('SUBMITTED', 'SUCCESSFUL_PAYMENT') or (o.status = 'FAILED_PAYMENT' and o.return_code is not null))
    and o.effective_on < app.business_now(o.business_id)
    and not exists (select from app.bank_line l where l.payment_order_id = o.id and l.meaning = 'SENT')
  union all
  select o.id, o.platform_id, o.business_id, 'RETURNED',
    (select (max(s.happened_at) at time zone 'UTC')::date from app.payment_order_step s
      where s.payment_order_id = o.id and s.status = 'FAILED_PAYMENT'),
    (app.business_now(o.business_id) at time zone 'UTC')::date
  from app.payment_order o
  where app.house_in_scope() and o.processor_order_id is not null and o.effective_on >= p_since and o.transfer_type = 'CASH'
    and o.status = 'FAILED_PAYMENT' and o.return_code is not null
    and not exists (select from app.bank_line l where l.payment_order_id = o.id and l.meaning = 'RETURNED');
end;

revoke execute on function app.list_bank_lines, app.list_orders_without_line from public;
grant execute on function app.list_bank_lines, app.list_orders_without_line to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.list_bank_lines owner to inlay_doorman;
alter function app.list_orders_without_line owner to inlay_doorman;
revoke create on schema app from inlay_doorman;

-- Too many debits came back: no new one goes out until one of our people says so. A business that has a time of its own is held alone.
create table app.debit_hold (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  held_at timestamptz not null,
  released_at timestamptz,
  released_by uuid references app.staff_member
);
create unique index one_standing_hold on app.debit_hold (platform_id, business_id) nulls not distinct where released_at is null;
call app.protect('app.debit_hold', 'shared');
grant select, insert, update (released_at, released_by) on app.debit_hold to inlay_app;
create index debits_by_day on app.payment_order (platform_id, effective_on) where direction = 'INCOMING' and processor_order_id is not null;
