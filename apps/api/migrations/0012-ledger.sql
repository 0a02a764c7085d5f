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
  key text not null unique,
  -- A hash of the posting: a repeated key is accepted only with the same posting.
  fingerprint bytea not null,
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

-- Posts the journals of one command and returns their ids, in order. All of them belong to one tenant, which must be the one in scope.
--
-- The parameters of journals have one element per journal; those of lines have one per line, in the order of the journals, p_lines for
-- each. A known key returns its journal if the posting is identical and is refused otherwise. A reversal has no lines of its own: they are
-- those of the original with debit and credit exchanged.
--
-- All lines are inserted by one statement, which also updates the balances in the order of their key, so that two calls cannot deadlock.
create function app.post(
  p_platform uuid, p_business uuid,
  p_key text[], p_occurred_on date[], p_event text[], p_book text[], p_source_type text[], p_source uuid[], p_reverses uuid[], p_lines integer[],
  p_account smallint[], p_debit bigint[], p_credit bigint[], p_product uuid[], p_product_type text[], p_draw uuid[], p_invoice uuid[],
  p_order uuid[], p_fee_type text[], p_other_book text[]
) returns uuid[] language plpgsql security definer set search_path = '' as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  a_bucket constant smallint := floor(random() * 16);
  new_id uuid;
  ids uuid[] := '{}';
  -- The id of each journal that this call adds; null where it exists already.
  new_ids uuid[] := '{}';
  -- The journal of each line, as an index.
  line_journals integer[] := '{}';
  mirror_journals integer[] := '{}';
  first integer := 1;
  last integer;
  asked constant integer := cardinality(p_account);
  debited bigint;
  credited bigint;
  mark bytea;
  known record;
  original record;
  mirrored record;
begin
  if (case when p_platform is null then p_business is null and app.internal_in_scope()
      else p_platform = app.platform_in_scope() and (p_business = app.business_in_scope() or app.whole_platform_in_scope()) end) is not true then
    raise exception 'a posting belongs to the tenant in scope' using errcode = 'insufficient_privilege';
  end if;

  for i in 1 .. cardinality(p_key) loop
    last := first + p_lines[i] - 1;
    if p_reverses[i] is not null then
      if (p_lines[i] = 0) is not true then raise exception 'a reversal has no lines of its own' using errcode = 'check_violation'; end if;
      select j.event, j.book, j.occurred_on, j.reverses_id, j.business_id into original from app.journal j
      where j.id = p_reverses[i] and j.platform_id is not distinct from p_platform
        and (j.business_id is not distinct from p_business or app.whole_platform_in_scope());
      if not found then raise exception 'there is no journal % to reverse', p_reverses[i] using errcode = 'no_data_found'; end if;
      if original.business_id is distinct from p_business then
        raise exception 'a journal is reversed for the tenant it was posted for' using errcode = 'insufficient_privilege';
      end if;
      if original.reverses_id is not null then
        raise exception 'a reversal stands: post anew instead of reversing it' using errcode = 'restrict_violation';
      end if;
      p_event[i] := original.event || '_REVERSED';
      p_book[i] := original.book;
    elsif (p_lines[i] > 0) is not true then
      raise exception 'a journal without lines' using errcode = 'check_violation';
    end if;
    if (p_book[i] in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')) is not true then
      raise exception 'there is no book %', p_book[i] using errcode = 'check_violation';
    end if;

    debited := 0;
    credited := 0;
    for n in first .. last loop
      if (p_debit[n] >= 0 and p_credit[n] >= 0 and (p_debit[n] = 0) <> (p_credit[n] = 0)) is not true then
        raise exception 'a line has an amount above zero on one side' using errcode = 'check_violation';
      elsif p_product[n] is null and (p_draw[n] is not null or p_invoice[n] is not null) then
        raise exception 'a line that names a draw or an invoice names its product' using errcode = 'check_violation';
      elsif p_other_book[n] = p_book[i] or p_other_book[n] not in ('CONCAR_SPV_1', 'EQUITY', 'OPCO') then
        raise exception 'the other book of a line is another book' using errcode = 'check_violation';
      end if;
      debited := debited + p_debit[n];
      credited := credited + p_credit[n];
    end loop;
    if debited <> credited then
      raise exception 'a journal does not balance: % debited, % credited', debited, credited using errcode = 'check_violation';
    end if;

    new_id := uuidv7();
    mark := sha256(convert_to(row(p_platform, p_business, p_occurred_on[i], p_event[i], p_book[i], p_source_type[i], p_source[i], p_reverses[i],
      p_account[first:last], p_debit[first:last], p_credit[first:last], p_product[first:last], p_product_type[first:last], p_draw[first:last],
      p_invoice[first:last], p_order[first:last], p_fee_type[first:last], p_other_book[first:last])::text, 'UTF8'));
    insert into app.journal (id, key, fingerprint, occurred_on, event, book, posted_at, source_type, source_id, reverses_id, platform_id, business_id)
    values (new_id, p_key[i], mark, p_occurred_on[i], p_event[i], p_book[i], clock_timestamp(), p_source_type[i], p_source[i],
      p_reverses[i], p_platform, p_business)
    on conflict (key) do nothing;
    if found then
      ids := ids || new_id;
      new_ids := new_ids || new_id;
      if p_reverses[i] is not null then
        select count(*)::integer as lines, array_agg(l.account) as account, array_agg(l.credit_cents) as debit, array_agg(l.debit_cents) as credit,
          array_agg(l.issued_product_id) as product, array_agg(l.product_type) as product_type, array_agg(l.draw_id) as draw,
          array_agg(l.invoice_id) as invoice, array_agg(l.payment_order_id) as payment_order, array_agg(l.fee_type) as fee_type,
          array_agg(l.other_book) as other_book
        into mirrored from app.journal_line l where l.journal_id = p_reverses[i] and l.occurred_on = original.occurred_on;
        p_account := p_account || mirrored.account;
        p_debit := p_debit || mirrored.debit;
        p_credit := p_credit || mirrored.credit;
        p_product := p_product || mirrored.product;
        p_product_type := p_product_type || mirrored.product_type;
        p_draw := p_draw || mirrored.draw;
        p_invoice := p_invoice || mirrored.invoice;
        p_order := p_order || mirrored.payment_order;
        p_fee_type := p_fee_type || mirrored.fee_type;
        p_other_book := p_other_book || mirrored.other_book;
        mirror_journals := mirror_journals || array_fill(i, array[mirrored.lines]);
      end if;
    else
      select j.id, j.fingerprint into known from app.journal j where j.key = p_key[i];
      if known.fingerprint is distinct from mark then
        raise exception 'the key % was used for another posting', p_key[i] using errcode = 'unique_violation';
      end if;
      ids := ids || known.id;
      new_ids := new_ids || null::uuid;
    end if;
    line_journals := line_journals || array_fill(i, array[p_lines[i]]);
    first := last + 1;
  end loop;
  if first - 1 <> asked then
    raise exception '% lines are given, % belong to a journal', asked, first - 1 using errcode = 'check_violation';
  end if;
  if array_remove(new_ids, null) = '{}' then return ids; end if;

  with line as materialized (
    select new_ids[x.journal] as journal_id, p_occurred_on[x.journal] as occurred_on, x.position, p_book[x.journal] as book, x.account,
      case
        when a.kept_per = 'payment order' then x.payment_order
        when a.kept_per = 'issued product, draw or invoice' then coalesce(x.invoice, x.draw, x.product)
        when a.kept_per = 'issued product' then x.product
        when a.kept_per = 'business' then p_business
        when a.kept_per = 'platform' then p_platform
        when a.shared then nil
      end as subject,
      case
        when a.by_fee_type then x.fee_type
        when a.kept_per = 'product type' then x.product_type
        when a.kept_per = 'other book' then x.other_book
        else ''
      end as detail,
      x.debit, x.credit, x.product, x.product_type, x.draw, x.invoice, x.payment_order, x.fee_type, x.other_book, a.shared,
      a.kept_per = 'platform' as per_platform,
      case when a.kept_per in ('issued product', 'issued product, draw or invoice') then x.product end as balance_product
    from unnest(line_journals || mirror_journals, p_account, p_debit, p_credit, p_product, p_product_type, p_draw, p_invoice, p_order, p_fee_type,
      p_other_book) with ordinality as x (journal, account, debit, credit, product, product_type, draw, invoice, payment_order, fee_type,
      other_book, position)
    left join app.ledger_account a on a.number = x.account
    where new_ids[x.journal] is not null
  ), written as (
    insert into app.journal_line
    select journal_id, occurred_on, position, book, account, debit, credit, subject, detail, p_platform, p_business, product, product_type, draw,
      invoice, payment_order, fee_type, other_book
    from line
  )
  insert into app.ledger_balance as b
    (book, account, subject, detail, bucket, platform_id, business_id, issued_product_id, debit_cents, credit_cents)
  select book, account, subject, detail, case when shared then a_bucket else 0 end, case when per_platform or not shared then p_platform end,
    case when not shared then p_business end, balance_product, sum(debit), sum(credit)
  from line group by book, account, subject, detail, shared, per_platform, balance_product order by book, account, subject, detail
  on conflict (book, account, subject, detail, bucket) do update
  set debit_cents = case when b.business_id is not distinct from excluded.business_id then b.debit_cents + excluded.debit_cents
      else app.refuse_balance() end,
    credit_cents = b.credit_cents + excluded.credit_cents;
  return ids;
end $$;

-- Roles may execute only what they are granted, and may create no temporary tables: triggers on those would run with their owner's rights.
revoke execute on function app.make_ledger_part, app.make_ledger_months, app.make_ledger_months_ahead, app.refuse_balance, app.post from public;
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
alter function app.post owner to inlay_ledger;
revoke create on schema app from inlay_ledger;

set local role inlay_ledger;
select app.make_ledger_part('journal_line_elsewhere', 'default');
select app.make_ledger_months_ahead();
reset role;
