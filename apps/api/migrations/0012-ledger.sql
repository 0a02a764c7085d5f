-- The double-entry ledger. Its rows are append-only.
--
-- A journal is one event in one book, and its lines balance. Lines belong to a tenant, but cash, income and expense balances are shared by
-- all tenants. Triggers on the tables therefore apply to every writer: they refuse lines that do not balance, and inserting lines is the
-- only way to change a balance. A tenant's transaction changes shared balances that way and cannot read them.

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

-- Uniqueness across all partitions: the key of a posting, and that a journal is reversed at most once.
create table app.journal_key (
  key text primary key,
  platform_id uuid,
  business_id uuid,
  fingerprint bytea not null,
  journal_id uuid not null unique,
  occurred_on date not null,
  reverses_id uuid constraint journal_reversed_once unique references app.journal_key (journal_id)
);

-- One posted entry. Journals and lines have no foreign keys: creating a partition would lock the referenced tables, and every posting
-- would lock its platform's row. The balances have them instead, checked once when a balance is created.
create table app.journal (
  id uuid not null,
  occurred_on date not null,
  event text not null,
  book text not null check (book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')),
  posted_at timestamptz not null,
  source_type text not null,
  source_id uuid not null,
  reverses_id uuid,
  -- Null for internal journals, such as a capital call.
  platform_id uuid,
  business_id uuid,
  primary key (id, occurred_on)
) partition by range (occurred_on);

-- A debit or credit of a journal on one account.
create table app.journal_line (
  journal_id uuid not null,
  occurred_on date not null,
  position smallint not null,
  book text not null,
  account smallint not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  -- Selects the account's balance that this line changes, as the chart defines; the nil uuid and '' if the account has one balance.
  subject uuid,
  detail text,
  platform_id uuid,
  business_id uuid,
  issued_product_id uuid,
  product_type text,
  draw_id uuid,
  invoice_id uuid,
  payment_order_id uuid,
  fee_type text,
  other_book text,
  primary key (journal_id, position, occurred_on),
  constraint line_moves_one_side check (debit_cents >= 0 and credit_cents >= 0 and (debit_cents = 0) <> (credit_cents = 0)),
  constraint line_names_its_subject check (subject is not null and detail is not null),
  constraint line_names_its_product check (issued_product_id is not null or (draw_id is null and invoice_id is null)),
  constraint other_book_is_another check (other_book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO') and other_book <> book)
) partition by range (occurred_on);
create index line_of_subject on app.journal_line (subject, account) where subject <> '00000000-0000-0000-0000-000000000000';

-- The sum of the lines of an account, per subject. Balances that tenants share are split into buckets.
create table app.ledger_balance (
  book text not null,
  account smallint not null references app.ledger_account,
  subject uuid not null,
  detail text not null,
  bucket smallint not null,
  -- Null for a shared balance.
  platform_id uuid references app.platform,
  business_id uuid references app.business,
  issued_product_id uuid,
  debit_cents bigint not null,
  credit_cents bigint not null,
  primary key (book, account, subject, detail, bucket)
) with (fillfactor = 70);
create index balance_of_subject on app.ledger_balance (subject) where subject <> '00000000-0000-0000-0000-000000000000';
create index balance_of_product on app.ledger_balance (issued_product_id) where issued_product_id is not null;

call app.protect('app.journal_key', 'business');
call app.protect('app.journal', 'business');
call app.protect('app.journal_line', 'business');
call app.protect('app.ledger_balance', 'business');
grant select, insert on app.journal_key, app.journal, app.journal_line, app.ledger_balance to inlay_app;
grant update (debit_cents, credit_cents) on app.ledger_balance to inlay_app;

create policy internal on app.journal_key to inlay_app using (platform_id is null and business_id is null and app.internal_in_scope());
create policy internal on app.journal to inlay_app using (platform_id is null and business_id is null and app.internal_in_scope());
create policy internal on app.journal_line to inlay_app using (platform_id is null and business_id is null and app.internal_in_scope());
create policy internal on app.ledger_balance to inlay_app using (platform_id is null and business_id is null and app.internal_in_scope());
-- The posting trigger changes shared balances and those of the tenant's platform; other statements of a tenant cannot reach them.
create policy posting on app.ledger_balance to inlay_app
  using (pg_trigger_depth() > 0 and business_id is null and (platform_id is null or platform_id = app.platform_in_scope()));

create trigger append_only before update or delete or truncate on app.journal_key for each statement execute function app.refuse_change();
create trigger append_only before update or delete or truncate on app.journal for each statement execute function app.refuse_change();
create trigger append_only before update or delete or truncate on app.journal_line for each statement execute function app.refuse_change();

-- A journal's lines are inserted in one statement. The trigger checks that they balance inside one book and updates the balances in the
-- order of their key, so that two transactions cannot deadlock.
create function app.move_balances() returns trigger language plpgsql as $$
declare
  a_bucket constant smallint := floor(random() * 16);
  wrong record;
  foreign_balances bigint;
begin
  select journal_id, sum(debit_cents) as debit, sum(credit_cents) as credit, min(book) as book, max(book) as other into wrong
  from written group by journal_id having sum(debit_cents) <> sum(credit_cents) or min(book) <> max(book) limit 1;
  if found then
    if wrong.book <> wrong.other then
      raise exception 'a journal crosses from % to %', wrong.book, wrong.other using errcode = 'check_violation';
    end if;
    raise exception 'a journal does not balance: % debited, % credited', wrong.debit, wrong.credit using errcode = 'check_violation';
  end if;
  with moved as (
    select l.book, l.account, l.subject, l.detail, case when a.shared then a_bucket else 0 end as bucket,
      case when not a.shared or a.kept_per = 'platform' then l.platform_id end as platform_id,
      case when not a.shared then l.business_id end as business_id,
      case when a.kept_per like 'issued product%' then l.issued_product_id end as issued_product_id,
      sum(l.debit_cents) as debit_cents, sum(l.credit_cents) as credit_cents
    from written l left join app.ledger_account a on a.number = l.account
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), kept as (
    insert into app.ledger_balance as b
      (book, account, subject, detail, bucket, platform_id, business_id, issued_product_id, debit_cents, credit_cents)
    select * from moved order by book, account, subject, detail, bucket
    on conflict (book, account, subject, detail, bucket) do update
    set debit_cents = b.debit_cents + excluded.debit_cents, credit_cents = b.credit_cents + excluded.credit_cents
    where b.business_id is not distinct from excluded.business_id
    returning 1
  )
  select (select count(*) from moved) - (select count(*) from kept) into foreign_balances;
  if foreign_balances > 0 then
    raise exception 'a balance belongs to another business' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger balanced after insert on app.journal_line referencing new table as written
  for each statement execute function app.move_balances();

create function app.refuse_unless_posting() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'a balance moves with its lines and not by itself' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger moves_with_lines before insert or update or delete or truncate on app.ledger_balance
  for each statement execute function app.refuse_unless_posting();

-- Monthly partitions live in a schema without grants, so that no role can bypass the row security of the parent tables. The default
-- partitions end in _elsewhere: a posting succeeds even if its month has no partition.
create schema ledger_months;

create function app.make_ledger_part(p_kind text, p_name text, p_bounds text) returns void language plpgsql as $$
begin
  execute format('create table ledger_months.%I (like app.%I including constraints)', p_name, p_kind);
  execute format('alter table ledger_months.%I enable row level security, force row level security', p_name);
  execute format('create trigger append_only before update or delete or truncate on ledger_months.%I
    for each statement execute function app.refuse_change()', p_name);
  -- Attaching takes a weaker lock than creating a partition in place, so that postings continue meanwhile.
  execute format('alter table app.%I attach partition ledger_months.%I %s', p_kind, p_name, p_bounds);
end $$;

-- Creates the missing monthly partitions and returns their number. A month that already has rows in the default partition stays there,
-- because ledger rows are never moved.
create function app.make_ledger_months(p_from date, p_to date) returns integer language plpgsql as $$
declare
  month date;
  part text;
  bounds text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger_months', 0));
  for month in select generate_series(date_trunc('month', p_from), p_to, interval '1 month') loop
    part := to_char(month, '_YYYY_MM');
    continue when to_regclass('ledger_months.journal' || part) is not null;
    bounds := format('for values from (%L) to (%L)', month, (month + interval '1 month')::date);
    begin
      perform app.make_ledger_part('journal', 'journal' || part, bounds);
      perform app.make_ledger_part('journal_line', 'journal_line' || part, bounds);
      made := made + 1;
    exception when check_violation then
      raise notice 'the ledger month % has entries elsewhere and stays there', part;
    end;
  end loop;
  return made;
end $$;
revoke execute on function app.make_ledger_part, app.make_ledger_months from public;

select app.make_ledger_part('journal', 'journal_elsewhere', 'default');
select app.make_ledger_part('journal_line', 'journal_line_elsewhere', 'default');
select app.make_ledger_months((now() - interval '1 month')::date, (now() + interval '12 months')::date);

-- Posts the journals of one command and returns their ids, in order. A known key returns its journal if the posting is identical and is
-- refused otherwise. The lines of a reversal are those of the original with debit and credit exchanged.
create function app.post(p_journals jsonb) returns uuid[] language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  asked jsonb;
  mark bytea;
  known app.journal_key;
  j app.journal;
  original app.journal;
  lines app.journal_line[];
  ids uuid[] := '{}';
  all_journals app.journal[] := '{}';
  all_lines app.journal_line[] := '{}';
begin
  for asked in select value from jsonb_array_elements(p_journals) loop
    mark := sha256(convert_to(asked::text, 'UTF8'));
    j := row(uuidv7(), asked ->> 'occurredOn', asked ->> 'event', asked ->> 'book', clock_timestamp(), asked ->> 'sourceType',
      asked ->> 'sourceId', asked ->> 'reverses', asked ->> 'platform', asked ->> 'business');

    insert into app.journal_key (key, platform_id, business_id, fingerprint, journal_id, occurred_on, reverses_id)
    values (asked ->> 'key', j.platform_id, j.business_id, mark, j.id, j.occurred_on, j.reverses_id)
    on conflict (key) do nothing;
    if not found then
      select * into known from app.journal_key k where k.key = asked ->> 'key';
      if known.fingerprint is distinct from mark then
        raise exception 'the key % was used for another posting', asked ->> 'key' using errcode = 'unique_violation';
      end if;
      ids := ids || known.journal_id;
      continue;
    end if;

    if j.reverses_id is null then
      select array_agg(row(j.id, j.occurred_on, l.position, j.book, l.account, l.debit, l.credit,
          case
            when a.kept_per = 'platform' then j.platform_id
            when a.kept_per = 'business' then j.business_id
            when a.kept_per = 'payment order' then l.payment_order
            when a.kept_per = 'issued product' then l.issued_product
            when a.kept_per = 'issued product, draw or invoice' then coalesce(l.invoice, l.draw, l.issued_product)
            when a.shared then nil
          end,
          case
            when a.by_fee_type then l.fee_type
            when a.kept_per = 'product type' then l.product_type
            when a.kept_per = 'other book' then l.other_book
            else ''
          end,
          j.platform_id, j.business_id, l.issued_product, l.product_type, l.draw, l.invoice, l.payment_order, l.fee_type, l.other_book
        )::app.journal_line) into lines
      from rows from (jsonb_to_recordset(asked -> 'lines') as (account smallint, debit bigint, credit bigint, issued_product uuid,
          product_type text, draw uuid, invoice uuid, payment_order uuid, fee_type text, other_book text))
        with ordinality as l (account, debit, credit, issued_product, product_type, draw, invoice, payment_order, fee_type, other_book, position)
      left join app.ledger_account a on a.number = l.account;
    else
      select o.* into original from app.journal_key k join app.journal o on o.id = k.journal_id and o.occurred_on = k.occurred_on
      where k.journal_id = j.reverses_id;
      if not found then raise exception 'there is no journal % to reverse', j.reverses_id using errcode = 'no_data_found'; end if;
      if original.platform_id is distinct from j.platform_id or original.business_id is distinct from j.business_id then
        raise exception 'a journal is reversed for the tenant it was posted for' using errcode = 'insufficient_privilege';
      end if;
      if original.reverses_id is not null then
        raise exception 'a reversal stands: post anew instead of reversing it' using errcode = 'restrict_violation';
      end if;
      j.event := original.event || '_REVERSED';
      j.book := original.book;
      select array_agg(row(j.id, j.occurred_on, l.position, l.book, l.account, l.credit_cents, l.debit_cents, l.subject, l.detail,
          j.platform_id, j.business_id, l.issued_product_id, l.product_type, l.draw_id, l.invoice_id, l.payment_order_id, l.fee_type,
          l.other_book)::app.journal_line) into lines
      from app.journal_line l where l.journal_id = original.id and l.occurred_on = original.occurred_on;
    end if;
    if lines is null then raise exception 'a journal without lines' using errcode = 'check_violation'; end if;

    ids := ids || j.id;
    all_journals := all_journals || j;
    all_lines := all_lines || lines;
  end loop;
  insert into app.journal select * from unnest(all_journals);
  insert into app.journal_line select * from unnest(all_lines);
  return ids;
end $$;
revoke execute on function app.post from public;
grant execute on function app.post to inlay_app;
