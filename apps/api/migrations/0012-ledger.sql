-- The double-entry ledger. Its rows are append-only.
--
-- A journal is one event in one book, and its lines balance. Lines belong to a tenant, but cash, income and expense balances are shared by
-- all tenants. The role inlay_ledger owns the tables and cannot log in. Its function app.post is the only way to write them: it checks the
-- tenant and the lines, and adds the lines to the balances. Other roles read under row security.

-- The chart of accounts. Equals that of packages/lending; a test compares them.
create table app.ledger_account (
  number smallint primary key,
  code text not null unique,
  type text not null,
  kept_per text not null,
  by_fee_type boolean not null default false,
  -- The balance of a shared account is split into 16 rows that are summed on reading, because concurrent postings would queue for one row.
  shared boolean not null generated always as (kept_per in ('book', 'other book', 'platform', 'product type')) stored
);
grant select on app.ledger_account to inlay_app, inlay_reader;

insert into app.ledger_account (number, code, type, kept_per, by_fee_type) values
  (1000, 'CASH', 'asset', 'book', false),
  (1050, 'CLEARING_OUT', 'asset', 'payment order', false),
  (1060, 'CLEARING_IN', 'asset', 'payment order', false),
  (1070, 'PLATFORM_SETTLEMENT_RECEIVABLE', 'asset', 'platform', false),
  (1100, 'PRINCIPAL_RECEIVABLE', 'asset', 'issued product, draw or invoice', false),
  (1110, 'INTEREST_RECEIVABLE', 'asset', 'issued product, draw or invoice', false),
  (1120, 'FEE_RECEIVABLE', 'asset', 'issued product, draw or invoice', true),
  (1190, 'ALLOWANCE_FOR_LOSSES', 'contra-asset', 'book', false),
  (2000, 'BORROWER_CREDIT', 'liability', 'business', false),
  (2010, 'SUSPENSE_UNIDENTIFIED', 'liability', 'book', false),
  (2050, 'PAYOFF_ESCROW', 'liability', 'issued product', false),
  (2100, 'UNEARNED_FEES', 'liability', 'issued product', false),
  (2200, 'PLATFORM_REVENUE_SHARE_PAYABLE', 'liability', 'platform', false),
  (2300, 'DUE_TO_FROM_BOOKS', 'liability', 'other book', false),
  (3000, 'CAPITAL', 'equity', 'book', false),
  (4000, 'INTEREST_INCOME', 'income', 'product type', false),
  (4100, 'ORIGINATION_INCOME', 'income', 'product type', false),
  (4110, 'TRANSACTION_FEE_INCOME', 'income', 'product type', false),
  (4120, 'MAINTENANCE_INCOME', 'income', 'product type', false),
  (4130, 'LATE_INCOME', 'income', 'product type', false),
  (4140, 'NSF_INCOME', 'income', 'product type', false),
  (4150, 'EXTENSION_INCOME', 'income', 'product type', false),
  (4160, 'MCA_FEE_INCOME', 'income', 'product type', false),
  (4900, 'RECOVERIES', 'income', 'product type', false),
  (5000, 'REVENUE_SHARE_EXPENSE', 'expense', 'platform', false),
  (5100, 'CREDIT_LOSS_EXPENSE', 'expense', 'product type', false),
  (5200, 'PAYMENT_PROCESSING_EXPENSE', 'expense', 'book', false),
  (5300, 'PROMOTION_EXPENSE', 'expense', 'book', false);

-- One posted entry. The key and the reversed journal are unique over all months, so journals are not partitioned.
create table app.journal (
  id uuid primary key,
  key text collate "C" not null unique,
  occurred_on date not null,
  event text not null,
  book text not null,
  posted_at timestamptz not null,
  source_type text not null,
  source_id uuid not null,
  reverses_id uuid,
  -- Null for internal journals, such as a capital call.
  platform_id uuid,
  business_id uuid
);
create unique index journal_reversed_once on app.journal (reverses_id) where reverses_id is not null;

-- A debit or credit of a journal on one account. Lines have no foreign keys and no checks: app.post guarantees them, and PostgreSQL would
-- prepare each of them again for the partition at every posting. The balances have foreign keys instead, checked once when a balance is
-- created.
create table app.journal_line (
  journal_id uuid not null,
  occurred_on date not null,
  -- Orders the lines of a journal.
  position smallint not null,
  book text not null,
  account smallint not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  -- Selects the account's balance that this line changes, as the chart defines; the nil uuid and '' if the account has one balance.
  subject uuid not null,
  detail text not null,
  platform_id uuid,
  business_id uuid,
  issued_product_id uuid,
  product_type text,
  draw_id uuid,
  invoice_id uuid,
  payment_order_id uuid,
  fee_type text,
  other_book text,
  primary key (journal_id, position, occurred_on)
) partition by range (occurred_on);
create index line_of_subject on app.journal_line (subject, account) where subject <> '00000000-0000-0000-0000-000000000000';

-- The sum of the lines of an account, per subject. Balances that tenants share are split into buckets. The key begins with the column that
-- differs most, because every posting searches it once per line.
create table app.ledger_balance (
  book text collate "C" not null,
  account smallint not null references app.ledger_account,
  subject uuid not null,
  detail text collate "C" not null,
  bucket smallint not null,
  -- Null for a shared balance.
  platform_id uuid references app.platform,
  business_id uuid references app.business,
  issued_product_id uuid,
  debit_cents bigint not null,
  credit_cents bigint not null,
  primary key (subject, account, book, detail, bucket)
) with (fillfactor = 70);
create index balance_of_product on app.ledger_balance (issued_product_id) where issued_product_id is not null;

create trigger append_only before update or delete or truncate on app.journal for each statement execute function app.refuse_change();
create trigger append_only before update or delete or truncate on app.journal_line for each statement execute function app.refuse_change();
create trigger append_only before delete or truncate on app.ledger_balance for each statement execute function app.refuse_change();

-- Row security is not forced: the owner's function checks the tenant once per call instead of once per row.
create procedure app.protect_ledger(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy tenant on %s for select to inlay_app, inlay_reader
    using (platform_id = app.platform_in_scope() and (business_id = app.business_in_scope() or app.whole_platform_in_scope()))', target);
  execute format('create policy internal on %s for select to inlay_app
    using (platform_id is null and business_id is null and app.internal_in_scope())', target);
  execute format('grant select on %s to inlay_app, inlay_reader', target);
end $$;
call app.protect_ledger('app.journal');
call app.protect_ledger('app.journal_line');
call app.protect_ledger('app.ledger_balance');
drop procedure app.protect_ledger;

-- Monthly partitions live in a schema without grants, so that no role can bypass the row security of the parent table. The default
-- partition ends in _elsewhere: a posting succeeds even if its month has no partition.
create schema ledger_months;

create function app.make_ledger_part(p_name text, p_bounds text) returns void language plpgsql set search_path = '' as $$
begin
  execute format('create table ledger_months.%I (like app.journal_line)', p_name);
  execute format('alter table ledger_months.%I enable row level security', p_name);
  execute format('create trigger append_only before update or delete or truncate on ledger_months.%I
    for each statement execute function app.refuse_change()', p_name);
  -- Attaching takes a weaker lock than creating a partition in place, so that postings continue meanwhile.
  execute format('alter table app.journal_line attach partition ledger_months.%I %s', p_name, p_bounds);
end $$;

-- Creates the missing monthly partitions and returns their number. A month that already has rows in the default partition stays there,
-- because ledger rows are never moved.
create function app.make_ledger_months(p_from date, p_to date) returns integer language plpgsql set search_path = '' as $$
declare
  month date;
  part text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger_months', 0));
  for month in select generate_series(date_trunc('month', p_from), p_to, interval '1 month') loop
    part := to_char(month, '"journal_line_"YYYY_MM');
    continue when to_regclass('ledger_months.' || part) is not null;
    begin
      perform app.make_ledger_part(part, format('for values from (%L) to (%L)', month, (month + interval '1 month')::date));
      made := made + 1;
    exception when check_violation then
      raise notice 'the ledger month % has entries elsewhere and stays there', part;
    end;
  end loop;
  return made;
end $$;

-- Creates the months up to a year ahead. For the worker, whose role cannot create tables.
create function app.make_ledger_months_ahead() returns integer language plpgsql security definer set search_path = '' as $$
begin
  return app.make_ledger_months((now() - interval '1 month')::date, (now() + interval '12 months')::date);
end $$;

-- Called where a posting would change a balance of another business.
create function app.refuse_balance() returns bigint language plpgsql set search_path = '' as $$
begin
  raise exception 'a balance belongs to another business' using errcode = 'insufficient_privilege';
end $$;

-- The chart of accounts as expressions that say which balance a line changes. PostgreSQL inlines them into the statements of app.post, which
-- is cheaper than a join with the table. A migration that changes the chart creates them again; a test compares them with it.
do $chart$
declare
  per constant jsonb := (select jsonb_object_agg(kept_per, numbers) from (
    select kept_per, '{' || string_agg(number::text, ',' order by number) || '}' as numbers from app.ledger_account group by kept_per) kept);
begin
  execute format('create function app.subject_of(account smallint, platform uuid, business uuid, product uuid, draw uuid, invoice uuid,
    payment_order uuid) returns uuid language sql immutable return case
      when account = any (%L::smallint[]) then coalesce(invoice, draw, product)
      when account = any (%L::smallint[]) then payment_order
      when account = any (%L::smallint[]) then product
      when account = any (%L::smallint[]) then business
      when account = any (%L::smallint[]) then platform
      when account = any (%L::smallint[]) then uuid %L
    end', per ->> 'issued product, draw or invoice', per ->> 'payment order', per ->> 'issued product', per ->> 'business', per ->> 'platform',
    (select array_agg(number order by number) from app.ledger_account where shared and kept_per <> 'platform'),
    '00000000-0000-0000-0000-000000000000');
  execute format('create function app.detail_of(account smallint, product_type text, fee_type text, other_book text) returns text
    language sql immutable return case
      when account = any (%L::smallint[]) then fee_type
      when account = any (%L::smallint[]) then product_type
      when account = any (%L::smallint[]) then other_book
      else ''''
    end', (select array_agg(number order by number) from app.ledger_account where by_fee_type), per ->> 'product type', per ->> 'other book');
  execute format('create function app.belongs_to_business(account smallint) returns boolean language sql immutable
    return account = any (%L::smallint[])', (select array_agg(number order by number) from app.ledger_account where not shared));
  execute format('create function app.belongs_to_product(account smallint) returns boolean language sql immutable
    return account = any (%L::smallint[])', (select array_agg(number order by number) from app.ledger_account where kept_per like 'issued product%'));
end $chart$;

create type app.journal_input as (
  key text, occurred_on date, event text, book text, source_type text, source_id uuid,
  -- The journal to reverse. A reversal has neither event and book nor lines of its own.
  reverses_id uuid,
  -- The number of its lines.
  lines integer
);
create type app.line_input as (
  account smallint, debit bigint, credit bigint, product uuid, product_type text, draw uuid, invoice uuid, payment_order uuid, fee_type text,
  other_book text
);

-- Posts the journals of one command and returns their ids, in order. All of them belong to one tenant, which must be the one in scope.
-- p_lines has the lines of all journals, in the order of the journals.
--
-- A known key returns its journal if the posting is identical and is refused otherwise. The lines of a reversal are those of the original
-- with debit and credit exchanged.
--
-- PostgreSQL prepares every expression again in each transaction, and every statement with its plan's nodes each time it runs. A posting of
-- a few lines spends most of its time on this, so that the function is written for few expressions and three statements.
create function app.post(p_platform uuid, p_business uuid, p_journals app.journal_input[], p_lines app.line_input[])
returns uuid[] language plpgsql security definer set search_path = '' as $$
declare
  a_bucket constant smallint := floor(random() * 16);
  j app.journal_input;
  l app.line_input;
  original record;
  mirrored app.line_input[];
  new_id uuid;
  ids uuid[] := '{}';
  -- The lines of the journal are p_lines[first:last].
  first integer;
  last integer := 0;
  -- The book of each line of p_lines.
  books text[] := '{}';
  debited bigint;
  credited bigint;
begin
  -- The scope of one business, the most frequent, is checked by itself: the rarer ones need twice as many expressions.
  if (p_platform = app.platform_in_scope() and p_business = app.business_in_scope()) is not true then
    if (case when p_platform is null then p_business is null and app.internal_in_scope()
        else p_platform = app.platform_in_scope() and app.whole_platform_in_scope() end) is not true then
      raise exception 'a posting belongs to the tenant in scope' using errcode = 'insufficient_privilege';
    end if;
  end if;

  foreach j in array p_journals loop
    first := last + 1;
    if j.reverses_id is not null then
      if (j.lines = 0) is not true then raise exception 'a reversal has no lines of its own' using errcode = 'check_violation'; end if;
      select o.event, o.book, o.occurred_on, o.reverses_id, o.business_id into original from app.journal o
      where o.id = j.reverses_id and o.platform_id is not distinct from p_platform
        and (o.business_id is not distinct from p_business or app.whole_platform_in_scope());
      if not found then raise exception 'there is no journal % to reverse', j.reverses_id using errcode = 'no_data_found'; end if;
      if original.business_id is distinct from p_business then
        raise exception 'a journal is reversed for the tenant it was posted for' using errcode = 'insufficient_privilege';
      end if;
      if original.reverses_id is not null then
        raise exception 'a reversal stands: post anew instead of reversing it' using errcode = 'restrict_violation';
      end if;
      j.event := original.event || '_REVERSED';
      j.book := original.book;
      mirrored := array(
        select row(o.account, o.credit_cents, o.debit_cents, o.issued_product_id, o.product_type, o.draw_id, o.invoice_id, o.payment_order_id,
          o.fee_type, o.other_book)::app.line_input
        from app.journal_line o where o.journal_id = j.reverses_id and o.occurred_on = original.occurred_on order by o.position
      );
      p_lines := p_lines[1:last] || mirrored || p_lines[first:];
      j.lines := cardinality(mirrored);
    end if;
    if (j.lines > 0) is not true then raise exception 'a journal without lines' using errcode = 'check_violation'; end if;
    if (j.book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')) is not true then
      raise exception 'there is no book %', j.book using errcode = 'check_violation';
    end if;

    last := last + j.lines;
    debited := 0;
    credited := 0;
    for n in first .. last loop
      l := p_lines[n];
      if (least(l.debit, l.credit) = 0 and l.debit <> l.credit) is not true then
        raise exception 'a line has an amount above zero on one side' using errcode = 'check_violation';
      elsif l.product is null and (l.draw is not null or l.invoice is not null) then
        raise exception 'a line that names a draw or an invoice names its product' using errcode = 'check_violation';
      elsif l.other_book is not null then
        if l.other_book = j.book or l.other_book not in ('CONCAR_SPV_1', 'EQUITY', 'OPCO') then
          raise exception 'the other book of a line is another book' using errcode = 'check_violation';
        end if;
      end if;
      debited := debited + l.debit;
      credited := credited + l.credit;
    end loop;
    if debited <> credited then
      raise exception 'a journal does not balance: % debited, % credited', debited, credited using errcode = 'check_violation';
    end if;

    new_id := uuidv7();
    insert into app.journal (id, key, occurred_on, event, book, posted_at, source_type, source_id, reverses_id, platform_id, business_id)
    values (new_id, j.key, j.occurred_on, j.event, j.book, clock_timestamp(), j.source_type, j.source_id, j.reverses_id, p_platform, p_business)
    on conflict (key) do nothing;
    if found then
      insert into app.journal_line
      select new_id, j.occurred_on, x.position, j.book, x.account, x.debit, x.credit,
        app.subject_of(x.account, p_platform, p_business, x.product, x.draw, x.invoice, x.payment_order),
        app.detail_of(x.account, x.product_type, x.fee_type, x.other_book),
        p_platform, p_business, x.product, x.product_type, x.draw, x.invoice, x.payment_order, x.fee_type, x.other_book
      from unnest(p_lines[first:last]) with ordinality
        as x (account, debit, credit, product, product_type, draw, invoice, payment_order, fee_type, other_book, position);
      books := books || array_fill(j.book, array[j.lines]);
    else
      -- The contents are compared with what is stored, so that only a repeated posting pays for the comparison.
      select k.id into new_id from app.journal k
      where k.key = j.key and k.occurred_on = j.occurred_on and k.event = j.event and k.book = j.book and k.source_type = j.source_type
        and k.source_id = j.source_id and k.reverses_id is not distinct from j.reverses_id and k.platform_id is not distinct from p_platform
        and k.business_id is not distinct from p_business
        and p_lines[first:last] = array(
          select row(o.account, o.debit_cents, o.credit_cents, o.issued_product_id, o.product_type, o.draw_id, o.invoice_id, o.payment_order_id,
            o.fee_type, o.other_book)::app.line_input
          from app.journal_line o where o.journal_id = k.id and o.occurred_on = k.occurred_on order by o.position
        );
      if not found then raise exception 'the key % was used for another posting', j.key using errcode = 'unique_violation'; end if;
      -- Only new lines change balances.
      p_lines := p_lines[1:first - 1] || p_lines[last + 1:];
      last := first - 1;
    end if;
    ids := ids || new_id;
  end loop;
  if last <> cardinality(p_lines) then
    raise exception '% lines are given, % belong to a journal', cardinality(p_lines), last using errcode = 'check_violation';
  end if;
  if last = 0 then return ids; end if;

  -- One statement for the lines of all journals, which locks the balances in the order of their key, so that two calls cannot deadlock.
  insert into app.ledger_balance as b
    (subject, account, book, detail, bucket, platform_id, business_id, issued_product_id, debit_cents, credit_cents)
  select subject, account, book, detail, case when app.belongs_to_business(account) then 0 else a_bucket end,
    case when app.belongs_to_business(account) or subject = p_platform then p_platform end,
    case when app.belongs_to_business(account) then p_business end, product, sum(debit), sum(credit)
  from (
    select app.subject_of(x.account, p_platform, p_business, x.product, x.draw, x.invoice, x.payment_order) as subject, x.account, x.book,
      app.detail_of(x.account, x.product_type, x.fee_type, x.other_book) as detail,
      case when app.belongs_to_product(x.account) then x.product end as product, x.debit, x.credit
    from unnest(p_lines, books)
      as x (account, debit, credit, product, product_type, draw, invoice, payment_order, fee_type, other_book, book)
  ) line
  group by subject, account, book, detail, product order by subject, account, book, detail
  on conflict (subject, account, book, detail, bucket) do update
  set debit_cents = case when b.business_id is not distinct from excluded.business_id then b.debit_cents + excluded.debit_cents
      else app.refuse_balance() end,
    credit_cents = b.credit_cents + excluded.credit_cents;
  return ids;
end $$;

-- Roles may execute only what they are granted, and may create no temporary tables: triggers on those would run with their owner's rights.
revoke execute on function app.make_ledger_part, app.make_ledger_months, app.make_ledger_months_ahead, app.refuse_balance, app.subject_of,
  app.detail_of, app.belongs_to_business, app.belongs_to_product, app.post from public;
grant execute on function app.make_ledger_months_ahead, app.post to inlay_app;
do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;

grant create, usage on schema app to inlay_ledger;
alter table app.ledger_account owner to inlay_ledger;
alter table app.journal owner to inlay_ledger;
alter table app.journal_line owner to inlay_ledger;
alter table app.ledger_balance owner to inlay_ledger;
alter schema ledger_months owner to inlay_ledger;
alter function app.make_ledger_part owner to inlay_ledger;
alter function app.make_ledger_months owner to inlay_ledger;
alter function app.make_ledger_months_ahead owner to inlay_ledger;
alter function app.refuse_balance owner to inlay_ledger;
alter function app.subject_of owner to inlay_ledger;
alter function app.detail_of owner to inlay_ledger;
alter function app.belongs_to_business owner to inlay_ledger;
alter function app.belongs_to_product owner to inlay_ledger;
alter function app.post owner to inlay_ledger;
revoke create on schema app from inlay_ledger;

set local role inlay_ledger;
select app.make_ledger_part('journal_line_elsewhere', 'default');
select app.make_ledger_months_ahead();
reset role;

-- The nightly check of the ledger reads as inlay_auditor, which cannot log in: ids, codes, dates and cents of all tenants, nothing else.
-- The worker takes the role on for the check; the role that serves requests cannot. Other files grant what the checks read there.
grant usage on schema app to inlay_auditor;
-- The nightly check of the audit trail reads who did what to which object, all of it hashes, ids, kinds and times.
grant select (id, audit_sequence, audit_hash) on app.stream to inlay_auditor;
grant select on app.audit to inlay_auditor;
create policy audit on app.stream for select to inlay_auditor using (true);
create policy audit on app.audit for select to inlay_auditor using (true);
set local role inlay_ledger;
grant select on app.ledger_account to inlay_auditor;
grant select (id, key, occurred_on, event, book, reverses_id) on app.journal to inlay_auditor;
grant select (journal_id, occurred_on, book, account, debit_cents, credit_cents, subject, detail) on app.journal_line to inlay_auditor;
grant select (book, account, subject, detail, issued_product_id, debit_cents, credit_cents) on app.ledger_balance to inlay_auditor;
create policy audit on app.journal for select to inlay_auditor using (true);
create policy audit on app.journal_line for select to inlay_auditor using (true);
create policy audit on app.ledger_balance for select to inlay_auditor using (true);
reset role;

-- The last check of each invariant of the ledger. Rows belong to no tenant; jobs and staff see them.
create table app.ledger_check (
  id uuid primary key default uuidv7(),
  number smallint not null unique,
  name text not null unique,
  ran_at timestamptz not null,
  -- Null if the check itself could not be completed.
  is_ok boolean,
  -- The first check since which it has not held.
  failing_since timestamptz,
  -- Ids of violations: journals, payment orders, bank lines, products or books.
  sample text[] not null default '{}' check (cardinality(sample) <= 20),
  check ((is_ok is true) = (failing_since is null))
);
alter table app.ledger_check enable row level security;
alter table app.ledger_check force row level security;
call app.open_to_migrations('app.ledger_check');
create policy internal on app.ledger_check to inlay_app using (app.internal_in_scope() or app.staff_in_scope());
grant select, insert, update (ran_at, is_ok, failing_since, sample) on app.ledger_check to inlay_app;
