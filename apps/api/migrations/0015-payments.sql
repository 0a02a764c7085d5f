-- Every movement of money is one order. It leaves at most once: whoever wants to send it claims it first, and the processor is asked
-- whether it has it before it is told a second time.

create table app.payment_order (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- What the order is, for ever: made again under the same key it is the same order.
  key text not null unique,
  bank_account_id uuid not null references app.bank_account,
  -- The permission that a debit stands on, as it was when the order was sent.
  authorization_id uuid references app.ach_authorization,
  direction text not null check (direction in ('INCOMING', 'OUTGOING')),
  payment_type text not null check (payment_type in ('REPAYMENT', 'FEE', 'OUTGOING', 'REFUND')),
  transfer_type text not null check (transfer_type in ('CASH', 'BOOK_TRANSFER')),
  amount_cents bigint not null check (amount_cents > 0),
  principal_cents bigint not null default 0 check (principal_cents >= 0),
  interest_cents bigint not null default 0 check (interest_cents >= 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  constraint split_adds_up check (direction = 'OUTGOING' or principal_cents + interest_cents + fee_cents = amount_cents),
  book text not null check (book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')),
  -- What is paid: an instalment, a draw, an invoice. Two orders for the same one, amount and day look like a mistake.
  item text not null,
  issued_product_id uuid,
  draw_id uuid,
  invoice_id uuid,
  due_on date not null,
  effective_on date not null,
  -- What the books will say when it is sent and when it is good. Made with the order, so that nobody has to work it out later.
  entry_when_submitted jsonb,
  entry_when_settled jsonb,
  status text not null check (status in ('CREATED', 'SCHEDULED', 'SUBMITTED', 'PAYMENT_PROCESSOR_OUTAGE', 'UNEXPECTED_ERROR',
    'SUCCESSFUL_PAYMENT', 'FAILED_PAYMENT', 'REJECTED', 'CANCELLED')),
  created_by_kind text not null,
  created_by uuid,
  is_manual boolean not null,
  looks_improper boolean not null,
  approved_by uuid,
  rejection_reason text,
  retry_of_id uuid references app.payment_order,
  retries_made integer not null default 0 check (retries_made between 0 and 2),
  first_settled_on date,
  times_moved integer not null default 0,
  alerts text[] not null default '{}',
  -- From the moment somebody is sending it nobody may cancel it any more.
  claimed_at timestamptz,
  tries integer not null default 0,
  processor_order_id text unique,
  latest_ach_state text,
  failure_reason text,
  return_code text,
  submitted_at timestamptz,
  submitted_journal_id uuid,
  settled_journal_id uuid,
  payment_confirmed_at timestamptz,
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A failed order never changes again, and is tried again once: by the order that follows it.
create unique index one_retry on app.payment_order (retry_of_id) where retry_of_id is not null;
create index orders_of_business on app.payment_order (business_id, effective_on, id);
create index orders_of_product on app.payment_order (issued_product_id, effective_on, id) where issued_product_id is not null;
create index orders_of_item on app.payment_order (business_id, item, amount_cents, due_on);
create trigger touch before update on app.payment_order for each row execute function app.touch();
call app.protect('app.payment_order', 'business');
grant select, insert, update on app.payment_order to inlay_app;
call app.watch_due('app.payment_order');

-- Each step of an order, added and never changed.
create table app.payment_order_step (
  id uuid primary key default uuidv7(),
  platform_id uuid not null,
  business_id uuid not null,
  payment_order_id uuid not null references app.payment_order,
  event text not null,
  status text not null,
  happened_at timestamptz not null
);
create index steps_of_order on app.payment_order_step (payment_order_id, id);
call app.protect('app.payment_order_step', 'business');
grant select, insert on app.payment_order_step to inlay_app;
create trigger append_only before update or delete or truncate on app.payment_order_step
  for each statement execute function app.refuse_change();

-- One turn at asking something outside about an order: the borrower's balance, the sending itself, or what became of it. The engine
-- carries it; its id is the story's.
create table app.payment_turn (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  payment_order_id uuid not null references app.payment_order,
  purpose text not null check (purpose in ('CHECK', 'SEND', 'READ')),
  -- Set before the outside is asked for the first time. Who finds it set asks what became of that before asking again.
  attempted_at timestamptz,
  ended_at timestamptz,
  outcome text,
  created_at timestamptz not null default now()
);
create index turns_of_order on app.payment_turn (payment_order_id, id);
-- One of a kind at a time.
create unique index one_open_turn on app.payment_turn (payment_order_id, purpose) where ended_at is null;
call app.protect('app.payment_turn', 'business');
grant select, insert, update (attempted_at, ended_at, outcome) on app.payment_turn to inlay_app;

-- What the processor told us, each message once. It carries our own reference, which says whose order it is about.
create table app.processor_message (
  id text primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  payment_order_id uuid not null references app.payment_order,
  kind text not null,
  received_at timestamptz not null default now()
);
call app.protect('app.processor_message', 'business');
grant select, insert on app.processor_message to inlay_app;

-- Every line of our own bank statements, as the processor shows them. One that belongs to an order belongs to its tenant; one that
-- nobody can explain belongs to the house, and lies in suspense until somebody can.
create table app.bank_line (
  id uuid primary key default uuidv7(),
  vendor_line_id text not null unique,
  book text not null check (book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')),
  posted_on date not null,
  -- From our side: money that came in, or that went out.
  direction text not null check (direction in ('IN', 'OUT')),
  amount_cents bigint not null check (amount_cents > 0),
  platform_id uuid,
  business_id uuid,
  payment_order_id uuid references app.payment_order,
  meaning text not null check (meaning in ('SENT', 'RETURNED', 'UNEXPLAINED')),
  -- Why a line is not explained, or explained and still wrong.
  fault text,
  seen_at timestamptz not null default now(),
  check ((payment_order_id is null) = (meaning = 'UNEXPLAINED'))
);
-- An order goes out once and comes back once.
create unique index one_line_a_meaning on app.bank_line (payment_order_id, meaning) where payment_order_id is not null and fault is null;
call app.protect('app.bank_line', 'business');
create policy house on app.bank_line to inlay_app using (platform_id is null and business_id is null and app.house_in_scope());
grant select, insert on app.bank_line to inlay_app;

-- How far our statements were read, by book.
create table app.statement_cursor (
  book text primary key,
  cursor text,
  read_at timestamptz not null default now()
);
grant select, insert, update on app.statement_cursor to inlay_app;

-- The processor and the bank name payments, not tenants. One more function of the doorman finds whose it is, by ids alone.
grant select (id, platform_id, business_id, processor_order_id) on app.payment_order to inlay_doorman;
create policy doorman on app.payment_order for select to inlay_doorman using (true);
create function app.find_payment_order(p_id uuid, p_processor_order_id text)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select o.id, o.platform_id, o.business_id from app.payment_order o
  where o.id = p_id or o.processor_order_id = p_processor_order_id;
end;
revoke execute on function app.find_payment_order from public;
grant execute on function app.find_payment_order to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_payment_order owner to inlay_doorman;
revoke create on schema app from inlay_doorman;
