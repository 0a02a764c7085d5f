-- Payment orders, their attempts, bank statement lines and debit holds.
--
-- Every movement of money is one order, sent at most once: a sender claims the order first, and asks the processor whether it has the
-- order before submitting it a second time.

-- One movement of money.
create table app.payment_order (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  -- Null for a payment between a platform and us, or between our own books.
  business_id uuid references app.business,
  -- Identifies the cause: creating an order again under the same key returns the same order.
  key text not null unique,
  -- The counterparty's account. Null for a payment that another bank sends us, and between our own books.
  bank_account_id uuid references app.bank_account,
  -- ACH: the processor sends it. OUTSIDE: it reaches or leaves our bank without the processor, such as a wire or what the bank itself sends
  -- back, and settles by the line of our bank.
  rail text not null default 'ACH' check (rail in ('ACH', 'OUTSIDE')),
  -- The book that receives a payment between our own books.
  to_book text check (to_book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')),
  constraint to_another_book check (to_book is null or (to_book <> book and direction = 'OUTGOING' and bank_account_id is null)),
  constraint account_of_payment check (bank_account_id is not null or rail = 'OUTSIDE' or to_book is not null),
  -- The authorization of a debit at the time of sending.
  authorization_id uuid references app.ach_authorization,
  direction text not null check (direction in ('INCOMING', 'OUTGOING')),
  payment_type text not null check (payment_type in ('REPAYMENT', 'FEE', 'OUTGOING', 'REFUND')),
  transfer_type text not null check (transfer_type in ('CASH', 'BOOK_TRANSFER')),
  -- What is paid, which decides the description that the counterparty's bank shows.
  product_type text check (product_type in ('TERM_LOAN', 'LOC_TERM_LOAN', 'FAST_PAY', 'EXTEND_PAY_PURCHASE_ORDER', 'MCA', 'INTEGRATED_MCA')),
  fee_type text check (fee_type in ('LATE_PAYMENT', 'INSUFFICIENT_FUNDS', 'TRANSACTION_FEE', 'MAINTENANCE', 'EXTENSION_FEE', 'ORIGINATION', 'MCA_FEE')),
  constraint fee_type_of_fee check (fee_type is null or payment_type = 'FEE'),
  amount_cents bigint not null check (amount_cents > 0),
  -- What a debit is expected to pay, and since it settled what it has paid.
  principal_cents bigint not null default 0 check (principal_cents >= 0),
  interest_cents bigint not null default 0 check (interest_cents >= 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  -- The part of a settled debit for which nothing was owed. It is the business's credit.
  credit_cents bigint not null default 0 check (credit_cents >= 0),
  -- The part of the business's credit that a payoff uses in addition to its amount.
  credit_used_cents bigint not null default 0 check (credit_used_cents >= 0),
  constraint split_adds_up check (direction = 'OUTGOING' or business_id is null or purpose = 'MICRO_ENTRY'
    or principal_cents + interest_cents + fee_cents + credit_cents = amount_cents + credit_used_cents),
  book text not null check (book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')),
  -- The installment, draw or invoice that is paid. Two orders with the same item, amount and due date are probably a mistake.
  item text not null,
  issued_product_id uuid,
  draw_id uuid,
  invoice_id uuid,
  due_on date not null,
  effective_on date not null,
  -- What the order is for. Except for MICRO_ENTRY and OTHER, the product decides the entries: those of a payout when it is submitted, those of a debit when
  -- it settles.
  purpose text not null check (purpose in ('FUNDING', 'REBATE', 'CREDIT_REFUND', 'REPAYMENT', 'FEE', 'PAYOFF', 'REVERSAL', 'MICRO_ENTRY',
    'OTHER')),
  -- The entries of an order for another purpose.
  entries jsonb,
  constraint entries_of_other_purposes check ((entries is not null) = (purpose in ('MICRO_ENTRY', 'OTHER'))),
  constraint product_of_purpose check (purpose in ('MICRO_ENTRY', 'OTHER', 'CREDIT_REFUND') or issued_product_id is not null),
  -- The network's limits for the micro-entries of a verification: credits below one dollar, and a debit of at most two of them.
  constraint micro_entry_is_small check (purpose <> 'MICRO_ENTRY' or amount_cents <= case direction when 'OUTGOING' then 99 else 198 end),
  -- The repayment whose fee a REBATE gives back in part, or whose excess a CREDIT_REFUND returns.
  refund_of_id uuid references app.payment_order,
  status text not null check (status in ('CREATED', 'SCHEDULED', 'SUBMITTED', 'PAYMENT_PROCESSOR_OUTAGE', 'UNEXPECTED_ERROR',
    'SUCCESSFUL_PAYMENT', 'FAILED_PAYMENT', 'REJECTED', 'CANCELLED')),
  created_by_kind text not null,
  created_by uuid,
  is_manual boolean not null,
  looks_improper boolean not null,
  approved_by uuid,
  rejection_reason text,
  retry_of_id uuid references app.payment_order,
  -- The wrong debit that this payout takes back, and the wrongly returned debit that this order collects again between the banks.
  reversal_of_id uuid references app.payment_order,
  dishonor_of_id uuid references app.payment_order,
  dishonor_code text,
  constraint reversal_pays_back check (reversal_of_id is null or direction = 'OUTGOING'),
  constraint dishonor_collects check (dishonor_of_id is null or rail = 'OUTSIDE'),
  retries_made integer not null default 0 check (retries_made >= 0),
  first_settled_on date,
  times_moved integer not null default 0,
  alerts text[] not null default '{}',
  -- A claimed order can no longer be cancelled.
  claimed_at timestamptz,
  -- The version of the account's numbers when the order was claimed.
  numbers_version integer,
  -- Why the order may not be sent, and the cut-off at which it is cancelled unless the cause is repaired. A cancelled order keeps both.
  claim_refusal text,
  claim_refused_until timestamptz,
  check ((claim_refusal is null) = (claim_refused_until is null)),
  -- Why the order is held as unusual, and who let it go.
  unusual_reasons text[],
  unusual_released_by uuid references app.staff_member,
  tries integer not null default 0,
  processor_order_id text unique,
  latest_ach_state text,
  failure_reason text,
  return_code text,
  submitted_at timestamptz,
  payment_confirmed_at timestamptz,
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A failed order is final. At most one order retries it; a retry that was withdrawn before it was sent can be replaced.
create unique index one_retry on app.payment_order (retry_of_id)
  where retry_of_id is not null and status not in ('CANCELLED', 'REJECTED');
-- A failed correction can be repeated.
create unique index one_reversal on app.payment_order (reversal_of_id)
  where reversal_of_id is not null and status not in ('CANCELLED', 'REJECTED', 'FAILED_PAYMENT');
create unique index one_dishonor on app.payment_order (dishonor_of_id)
  where dishonor_of_id is not null and status not in ('CANCELLED', 'REJECTED', 'FAILED_PAYMENT');
create index retries_of_order on app.payment_order (retry_of_id) where retry_of_id is not null;
create index orders_of_business on app.payment_order (business_id, effective_on, id);
create index orders_of_product on app.payment_order (issued_product_id, effective_on, id) where issued_product_id is not null;
create index orders_of_item on app.payment_order (business_id, item, amount_cents, due_on);
create index orders_of_account on app.payment_order (bank_account_id) where direction = 'OUTGOING';
create index sent_orders_by_day on app.payment_order (effective_on) where processor_order_id is not null;
create index debits_by_day on app.payment_order (platform_id, effective_on) where direction = 'INCOMING' and processor_order_id is not null;
create trigger touch before update on app.payment_order for each row execute function app.touch();
call app.protect('app.payment_order', 'business');
grant select, insert, update on app.payment_order to inlay_app;
call app.watch_due('app.payment_order');

-- One verification of a bank account that an owner typed in: two small credits, whose amounts the owner confirms, and a debit of their sum.
-- The amounts are those of the orders and are stored nowhere else.
create table app.micro_entry_verification (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  bank_account_id uuid not null references app.bank_account,
  -- The event of the account that started the verification. One event starts one.
  event_id uuid not null unique,
  status text not null check (status in ('CREATED', 'SENT', 'PENDING_VERIFICATION', 'VERIFIED', 'FAILED', 'EXPIRED', 'CANCELLED')),
  -- Why a verification failed.
  failure text check (failure in ('TOO_MANY_VERIFICATIONS', 'ENTRY_FAILED', 'TOO_MANY_TRIES')),
  constraint failure_of_failed check ((failure is not null) = (status = 'FAILED')),
  first_credit_id uuid unique references app.payment_order,
  second_credit_id uuid unique references app.payment_order,
  constraint credits_are_two check ((first_credit_id is null) = (second_credit_id is null)),
  constraint credits_of_sent check (first_credit_id is not null or status not in ('SENT', 'PENDING_VERIFICATION', 'VERIFIED')),
  -- Created when the processor has accepted both credits, so that the debit never exceeds what was sent.
  debit_id uuid unique references app.payment_order,
  constraint debit_after_credits check (debit_id is null or first_credit_id is not null),
  -- The last day on which the entries can be sent.
  send_by date not null,
  sent_on date,
  -- When the credits are in the account, and the last day on which their amounts can be confirmed.
  credits_expected_on date,
  confirm_by date,
  tries integer not null default 0 check (tries between 0 and 3),
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_standing_verification on app.micro_entry_verification (bank_account_id)
  where status in ('CREATED', 'SENT', 'PENDING_VERIFICATION');
create index verifications_of_business on app.micro_entry_verification (business_id, sent_on);
create trigger touch before update on app.micro_entry_verification for each row execute function app.touch();
call app.protect('app.micro_entry_verification', 'business');
grant select, insert, update on app.micro_entry_verification to inlay_app;
call app.watch_due('app.micro_entry_verification');

create index refunds_of_order on app.payment_order (refund_of_id) where refund_of_id is not null;

-- The journals that an order posted: a payout's when it was submitted, a debit's when it settled. A return reverses all of them, once.
create table app.payment_order_journal (
  payment_order_id uuid not null references app.payment_order,
  journal_id uuid not null,
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  primary key (payment_order_id, journal_id)
);
call app.protect('app.payment_order_journal', 'business');
grant select, insert on app.payment_order_journal to inlay_app;
create trigger append_only before update or delete or truncate on app.payment_order_journal
  for each statement execute function app.refuse_change();

-- Each change of an order's status. Append-only.
create table app.payment_order_step (
  id uuid primary key default uuidv7(),
  platform_id uuid not null,
  business_id uuid,
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

-- One attempt to check the borrower's balance, to send an order, or to read its status at the processor. Its id is the workflow's.
create table app.payment_attempt (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  payment_order_id uuid not null references app.payment_order,
  purpose text not null check (purpose in ('CHECK', 'SEND', 'READ')),
  -- Set before the first call to the vendor. If it is already set, the vendor is asked for the result before the call is repeated.
  attempted_at timestamptz,
  ended_at timestamptz,
  outcome text,
  created_at timestamptz not null default now()
);
create index attempts_of_order on app.payment_attempt (payment_order_id, id);
create unique index one_open_attempt on app.payment_attempt (payment_order_id, purpose) where ended_at is null;
call app.protect('app.payment_attempt', 'business');
grant select, insert, update (attempted_at, ended_at, outcome) on app.payment_attempt to inlay_app;

-- Processor webhooks, each stored once. They carry the order's id.
create table app.processor_message (
  id text primary key,
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  payment_order_id uuid not null references app.payment_order,
  kind text not null,
  received_at timestamptz not null default now()
);
call app.protect('app.processor_message', 'business');
grant select, insert on app.processor_message to inlay_app;

-- The lines of our own bank statements, as the processor reports them. A line that matches an order belongs to its tenant; an unexplained
-- line belongs to the internal scope and stays in suspense until it is explained.
create table app.bank_line (
  id uuid primary key default uuidv7(),
  vendor_line_id text not null unique,
  book text not null check (book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')),
  posted_on date not null,
  -- From our side.
  direction text not null check (direction in ('IN', 'OUT')),
  amount_cents bigint not null check (amount_cents > 0),
  platform_id uuid,
  business_id uuid,
  payment_order_id uuid references app.payment_order,
  -- The payment or the return of its order, its receipt in another of our books, a charge of our bank, a movement that our bank was asked to
  -- undo, or not known yet.
  meaning text not null check (meaning in ('SENT', 'RETURNED', 'RECEIVED', 'BANK_CHARGE', 'RETURN_REQUESTED', 'UNEXPLAINED')),
  -- Why a line is unexplained, or matches an order and is still wrong.
  fault text,
  seen_at timestamptz not null default now(),
  check ((payment_order_id is null) = (meaning in ('BANK_CHARGE', 'RETURN_REQUESTED', 'UNEXPLAINED')))
);
-- An order is sent once and returned at most once.
create unique index one_line_a_meaning on app.bank_line (payment_order_id, meaning) where payment_order_id is not null and fault is null;
create index line_of_order on app.bank_line (payment_order_id, meaning) where payment_order_id is not null;
create index lines_by_day on app.bank_line (posted_on);
call app.protect('app.bank_line', 'business');
create policy internal on app.bank_line to inlay_app using (platform_id is null and business_id is null and app.internal_in_scope());
grant select, insert, update (meaning, fault) on app.bank_line to inlay_app;

-- What the bank reported never changes. Only an unexplained line gets another meaning, once.
create function app.explain_once() returns trigger language plpgsql as $$
begin
  if old.meaning <> 'UNEXPLAINED' or (new.id, new.vendor_line_id, new.book, new.posted_on, new.direction, new.amount_cents, new.seen_at)
    is distinct from (old.id, old.vendor_line_id, old.book, old.posted_on, old.direction, old.amount_cents, old.seen_at) then
    raise exception 'a bank line is explained once, and is otherwise as the bank reported it' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger explain_once before update on app.bank_line for each row execute function app.explain_once();

-- Gives an unexplained line to the order in scope that it pays, and returns its meaning; null if they do not fit. No scope sees both rows,
-- because the line belongs to no tenant until then. The index one_line_a_meaning refuses a second line of the same meaning.
create function app.identify_bank_line(p_line uuid, p_order uuid) returns text language sql security definer set search_path = ''
begin atomic
  update app.bank_line l set platform_id = o.platform_id, business_id = o.business_id, payment_order_id = o.id, fault = null,
    meaning = case when o.to_book = l.book then 'RECEIVED' when (o.direction = 'INCOMING') = (l.direction = 'IN') then 'SENT'
      else 'RETURNED' end
  from app.payment_order o
  where l.id = p_line and l.meaning = 'UNEXPLAINED' and o.id = p_order and o.amount_cents = l.amount_cents
    and (o.book = l.book or (o.to_book = l.book and l.direction = 'IN'))
    and o.platform_id = app.platform_in_scope() and (o.business_id = app.business_in_scope() or app.whole_platform_in_scope())
  returning l.meaning;
end;
grant select (id, platform_id, business_id, book, to_book, direction, amount_cents) on app.payment_order to inlay_ledger;
grant select, update (platform_id, business_id, payment_order_id, meaning, fault) on app.bank_line to inlay_ledger;
create policy identify on app.payment_order for select to inlay_ledger using (true);
create policy identify on app.bank_line to inlay_ledger using (true);

-- When each book's statement was last read, and whether a read was requested before the next regular one.
create table app.statement_cursor (
  book text primary key,
  read_at timestamptz not null default now(),
  asked_at timestamptz
);
grant select, insert, update on app.statement_cursor to inlay_app;
insert into app.statement_cursor (book, read_at) values ('CONCAR_SPV_1', '2000-01-01'), ('EQUITY', '2000-01-01'), ('OPCO', '2000-01-01');

-- What a book's account held at the end of a day, by the bank's own count.
create table app.bank_balance (
  book text not null check (book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')),
  as_of date not null,
  balance_cents bigint not null,
  read_at timestamptz not null,
  primary key (book, as_of)
);
alter table app.bank_balance enable row level security;
alter table app.bank_balance force row level security;
call app.open_to_migrations('app.bank_balance');
create policy internal on app.bank_balance to inlay_app using (app.internal_in_scope());
grant select, insert, update (balance_cents, read_at) on app.bank_balance to inlay_app;

-- Too many debits were returned: no new debit is sent until staff release the hold. A business with a virtual clock is held on its own.
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

-- The processor and the bank name payments and no tenant. Reconciliation compares statement lines and orders of all tenants, and return
-- rates are computed over all platforms; their functions return rows only in the internal scope.
grant select (id, platform_id, business_id, processor_order_id, direction, status, transfer_type, to_book, effective_on, return_code)
  on app.payment_order to inlay_lookup;
grant select (purpose) on app.payment_order to inlay_lookup;
grant select (payment_order_id, status, happened_at) on app.payment_order_step to inlay_lookup;
grant select (id, vendor_line_id, book, posted_on, direction, amount_cents, platform_id, business_id, payment_order_id, meaning)
  on app.bank_line to inlay_lookup;
create policy lookup on app.payment_order for select to inlay_lookup using (true);
create policy lookup on app.payment_order_step for select to inlay_lookup using (true);
create policy lookup on app.bank_line for select to inlay_lookup using (true);

create function app.find_payment_order(p_id uuid, p_processor_order_id text)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select o.id, o.platform_id, o.business_id from app.payment_order o
  where o.id = p_id or o.processor_order_id = p_processor_order_id;
end;

create function app.list_bank_lines(p_since date)
returns table (id uuid, vendor_line_id text, book text, posted_on date, direction text, amount_cents bigint, platform_id uuid,
  business_id uuid)
language sql stable security definer set search_path = ''
begin atomic
  select l.id, l.vendor_line_id, l.book, l.posted_on, l.direction, l.amount_cents, l.platform_id, l.business_id from app.bank_line l
  where app.internal_in_scope() and l.posted_on >= p_since;
end;

-- Sent orders without a SENT line, or without a RECEIVED line in the other of our books, and returned orders without a RETURNED line. `since_on` is the first day on which the line is expected,
-- `today` the current day in business time.
create function app.list_orders_without_line(p_since date)
returns table (id uuid, platform_id uuid, business_id uuid, meaning text, since_on date, today date)
language sql stable security definer set search_path = ''
begin atomic
  select o.id, o.platform_id, o.business_id, 'SENT', o.effective_on, (app.business_now(o.business_id) at time zone 'UTC')::date
  from app.payment_order o
  where app.internal_in_scope() and o.processor_order_id is not null and o.effective_on >= p_since and o.transfer_type = 'CASH'
    and (o.status in ('SUBMITTED', 'SUCCESSFUL_PAYMENT') or (o.status = 'FAILED_PAYMENT' and o.return_code is not null))
    and o.effective_on < app.business_now(o.business_id)
    and not exists (select from app.bank_line l where l.payment_order_id = o.id and l.meaning = 'SENT')
  union all
  select o.id, o.platform_id, o.business_id, 'RECEIVED', o.effective_on, (app.business_now(o.business_id) at time zone 'UTC')::date
  from app.payment_order o
  where app.internal_in_scope() and o.processor_order_id is not null and o.effective_on >= p_since and o.to_book is not null
    and o.status in ('SUBMITTED', 'SUCCESSFUL_PAYMENT') and o.effective_on < app.business_now(o.business_id)
    and not exists (select from app.bank_line l where l.payment_order_id = o.id and l.meaning = 'RECEIVED')
  union all
  select o.id, o.platform_id, o.business_id, 'RETURNED',
    (select (max(s.happened_at) at time zone 'UTC')::date from app.payment_order_step s
      where s.payment_order_id = o.id and s.status = 'FAILED_PAYMENT'),
    (app.business_now(o.business_id) at time zone 'UTC')::date
  from app.payment_order o
  where app.internal_in_scope() and o.processor_order_id is not null and o.effective_on >= p_since and o.transfer_type = 'CASH'
    and o.status = 'FAILED_PAYMENT' and o.return_code is not null
    and not exists (select from app.bank_line l where l.payment_order_id = o.id and l.meaning = 'RETURNED');
end;

-- The debits of all platforms that settled in these days, without micro-entries. A business with a virtual clock is not counted.
create function app.count_debits(p_since date, p_until date, p_unauthorized text[], p_administrative text[])
returns table (debits bigint, unauthorized bigint, administrative bigint, returned bigint)
language sql stable security definer set search_path = ''
begin atomic
  select count(*), count(*) filter (where o.return_code = any(p_unauthorized)),
    count(*) filter (where o.return_code = any(p_administrative)), count(o.return_code)
  from app.payment_order o
  where app.internal_in_scope() and o.direction = 'INCOMING' and o.purpose <> 'MICRO_ENTRY' and o.processor_order_id is not null
    and o.effective_on between p_since and p_until
    and not exists (select from app.business_clock c where c.business_id = o.business_id);
end;

-- The micro-entries of all platforms since that day: sent, returned, and not settled yet. A business with a virtual clock is not counted.
create function app.count_micro_entries(p_since date, p_today date)
returns table (sent bigint, returned bigint, unsettled bigint) language sql stable security definer set search_path = ''
begin atomic
  select count(*), count(o.return_code), count(*) filter (where o.effective_on > p_today)
  from app.payment_order o
  where app.internal_in_scope() and o.purpose = 'MICRO_ENTRY' and o.processor_order_id is not null and o.effective_on >= p_since
    and not exists (select from app.business_clock c where c.business_id = o.business_id);
end;

-- The other businesses, of any platform, whose payouts went to the same account number since that day. A business with a virtual clock is
-- not counted, because test businesses share the sandbox's account numbers.
grant select (owner_id, field, blind_index) on app.secret to inlay_lookup;
grant select (bank_account_id) on app.payment_order to inlay_lookup;
create policy lookup on app.secret for select to inlay_lookup using (field in ('ACCOUNT_NUMBER', 'ROUTING_NUMBER'));
create function app.count_other_businesses_paid(p_bank_account uuid, p_business uuid, p_since date)
returns integer language sql stable security definer set search_path = ''
begin atomic
  select count(distinct o.business_id)::integer
  from app.secret mine
  join app.secret my_bank on my_bank.owner_id = mine.owner_id and my_bank.field = 'ROUTING_NUMBER'
  join app.secret same on same.field = 'ACCOUNT_NUMBER' and same.blind_index = mine.blind_index and same.owner_id <> mine.owner_id
  join app.secret same_bank on same_bank.owner_id = same.owner_id and same_bank.field = 'ROUTING_NUMBER'
    and same_bank.blind_index = my_bank.blind_index
  join app.payment_order o on o.bank_account_id = same.owner_id
  where mine.owner_id = p_bank_account and mine.field = 'ACCOUNT_NUMBER'
    and o.direction = 'OUTGOING' and o.processor_order_id is not null and o.effective_on >= p_since
    and o.business_id <> p_business
    and not exists (select from app.business_clock c where c.business_id = o.business_id);
end;

revoke execute on function app.find_payment_order, app.list_bank_lines, app.list_orders_without_line, app.count_debits,
  app.count_micro_entries,
  app.identify_bank_line, app.count_other_businesses_paid from public;
grant execute on function app.find_payment_order, app.list_bank_lines, app.list_orders_without_line, app.count_debits,
  app.count_micro_entries,
  app.identify_bank_line, app.count_other_businesses_paid to inlay_app;
grant create on schema app to inlay_lookup, inlay_ledger;
alter function app.find_payment_order owner to inlay_lookup;
alter function app.list_bank_lines owner to inlay_lookup;
alter function app.list_orders_without_line owner to inlay_lookup;
alter function app.count_debits owner to inlay_lookup;
alter function app.count_micro_entries owner to inlay_lookup;
alter function app.count_other_businesses_paid owner to inlay_lookup;
alter function app.identify_bank_line owner to inlay_ledger;
revoke create on schema app from inlay_lookup, inlay_ledger;

-- What the nightly check of the ledger compares it with.
grant select (id, business_id, direction, status, return_code, amount_cents, principal_cents, interest_cents, fee_cents, credit_cents, credit_used_cents,
  purpose, refund_of_id, retry_of_id, reversal_of_id, issued_product_id, to_book) on app.payment_order to inlay_auditor;
grant select (payment_order_id, journal_id) on app.payment_order_journal to inlay_auditor;
create policy audit on app.payment_order_journal for select to inlay_auditor using (true);
grant select (id, vendor_line_id, book, posted_on, direction, amount_cents, payment_order_id, meaning) on app.bank_line to inlay_auditor;
grant select (book, as_of, balance_cents) on app.bank_balance to inlay_auditor;
grant select (business_id) on app.business_clock to inlay_auditor;
create policy audit on app.payment_order for select to inlay_auditor using (true);
create policy audit on app.bank_line for select to inlay_auditor using (true);
create policy audit on app.bank_balance for select to inlay_auditor using (true);
create policy audit on app.business_clock for select to inlay_auditor using (true);
