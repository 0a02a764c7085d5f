-- Loan applications, vendor reports, sanctions screenings, accounting data and accountants.

-- An application for one product.
create table app.loan_application (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  product text not null check (product in ('TERM_LOAN', 'LOC_TERM_LOAN', 'FAST_PAY', 'EXTEND_PAY_PURCHASE_ORDER', 'MCA', 'INTEGRATED_MCA')),
  status text not null check (status in (
    'ASSIGN_TO_CAPITAL_PROVIDER', 'UNASSIGNED', 'CREATE_OFFERS', 'WAITING_FOR_PLATFORM_MARKUP', 'WAITING_FOR_ACCEPTANCE', 'CLOSE_LOAN',
    'NO_OFFERS', 'EXPIRED', 'OPERATIONAL_LOAN', 'LOAN_APPLICATION_INCOMPLETE', 'LOAN_APPLICATION_WITHDRAWN')),
  -- Business time. The statutory deadlines count from here.
  received_at timestamptz not null,
  -- All data for a decision is present. The statutory deadline of the decision counts from here. Business time.
  completed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A business has at most one running application per product.
create unique index one_running_application on app.loan_application (business_id, product)
  where status not in ('NO_OFFERS', 'EXPIRED', 'OPERATIONAL_LOAN', 'LOAN_APPLICATION_INCOMPLETE', 'LOAN_APPLICATION_WITHDRAWN');
create index application_of_business on app.loan_application (business_id, received_at, id);
create trigger touch before update on app.loan_application for each row execute function app.touch();
call app.protect('app.loan_application', 'business');
grant select, insert, update on app.loan_application to inlay_app;

-- A request to a credit bureau or a register. The row exists before the request and its id goes with it, so that a request repeated after
-- a crash is the same request. The vendor's raw report is private and stored encrypted.
create table app.report (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- All reports that one workflow requests together.
  round_id uuid not null,
  source text not null check (source in ('BUSINESS_OWNER_CREDIT', 'SECONDARY_OWNER_CREDIT', 'BUSINESS_CREDIT', 'BUSINESS_VERIFICATION')),
  subject_kind text not null check (subject_kind in ('OWNER', 'BUSINESS')),
  subject_id uuid not null,
  attempt integer not null check (attempt > 0),
  -- A person's credit file is requested only with their consent.
  consent_id uuid references app.consent,
  outcome text check (outcome in
    ('REPORT', 'THIN_FILE', 'MISMATCH', 'LOCKED', 'NO_HIT', 'FOUND', 'NOT_FOUND', 'TAX_ID_MISMATCH', 'PENDING', 'REFUSED')),
  -- The vendor's id of the report, if it has one.
  vendor_id text,
  summary jsonb,
  encrypted_raw bytea,
  data_key_id uuid,
  pulled_at timestamptz,
  -- When to ask the vendor again if no webhook arrives.
  next_action_at timestamptz,
  created_at timestamptz not null default now(),
  unique (subject_id, source, attempt),
  check (consent_id is not null or source not in ('BUSINESS_OWNER_CREDIT', 'SECONDARY_OWNER_CREDIT')),
  check ((encrypted_raw is null) = (data_key_id is null))
);
create index report_of_business on app.report (business_id, created_at, id);
create index report_of_round on app.report (round_id);
create index report_by_vendor_id on app.report (vendor_id) where vendor_id is not null;
call app.watch_due('app.report');
call app.protect('app.report', 'business');
grant select, insert, update (outcome, vendor_id, summary, encrypted_raw, data_key_id, pulled_at, next_action_at)
  on app.report to inlay_app;

-- One check of a name against the sanctions list. Screenings and their decisions are kept for ten years, so both tables are append-only: a
-- later screening and a changed decision are new rows.
create table app.sanctions_screening (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  -- Null for the platform itself.
  business_id uuid references app.business,
  -- The business itself, one of its people, the holder of another party's account that it pays (a payee, a creditor), or the platform.
  subject_kind text not null check (subject_kind in ('BUSINESS', 'PERSON', 'PAYEE', 'PLATFORM')),
  constraint business_of_subject check ((business_id is null) = (subject_kind = 'PLATFORM')),
  subject_id uuid not null,
  name text not null,
  result text not null check (result in ('CLEAR', 'POSSIBLE_MATCH')),
  score numeric(4, 3) check (score between 0 and 1),
  -- The matching entries as the list had them at the time.
  matches jsonb not null default '[]',
  list_sha256 bytea not null,
  list_published_at timestamptz not null,
  -- Business time; recorded_at is wall-clock time.
  screened_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  check ((result = 'POSSIBLE_MATCH') = (score is not null and matches <> '[]'))
);
create index screening_of_business on app.sanctions_screening (business_id, recorded_at, id);
create index match_of_business on app.sanctions_screening (business_id, subject_id) where result = 'POSSIBLE_MATCH';
create trigger append_only before update or delete or truncate on app.sanctions_screening
  for each statement execute function app.refuse_change();
call app.protect('app.sanctions_screening', 'business');
grant select, insert on app.sanctions_screening to inlay_app;

-- A decision about a screening with possible matches: by staff, or carried over from an earlier screening.
create table app.sanctions_decision (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  screening_id uuid not null references app.sanctions_screening,
  verdict text not null check (verdict in ('CLEARED', 'CONFIRMED')),
  -- The previous decision, if any. Of two concurrent decisions one violates decision_taken.
  replaces uuid references app.sanctions_decision,
  -- A later screening with no new matches carries the decision of the earlier one.
  carried_from uuid references app.sanctions_decision,
  decided_by uuid references app.staff_member,
  decided_at timestamptz not null default clock_timestamp(),
  constraint decision_taken unique nulls not distinct (screening_id, replaces),
  check ((decided_by is null) = (carried_from is not null))
);
create index decision_replaced on app.sanctions_decision (replaces) where replaces is not null;
create trigger append_only before update or delete or truncate on app.sanctions_decision
  for each statement execute function app.refuse_change();
call app.protect('app.sanctions_decision', 'business');
grant select, insert on app.sanctions_decision to inlay_app;

-- Whether a business has no open or confirmed match. A match stays open until staff clear it: neither another name nor another list removes
-- it. A subject that was never screened has no match.
create function app.sanctions_clear(p_business uuid) returns boolean language sql stable
  return not exists (
    select from app.sanctions_screening s
    where s.business_id = p_business and s.subject_kind in ('BUSINESS', 'PERSON') and s.result = 'POSSIBLE_MATCH' and not exists (
      select from app.sanctions_decision d
      where d.screening_id = s.id and d.verdict = 'CLEARED'
        and not exists (select from app.sanctions_decision later where later.replaces = d.id)));
grant execute on function app.sanctions_clear to inlay_app, inlay_reader;

-- Whether the holder of another party's account was screened and has no open or confirmed match. A match stops the payments to that account,
-- not those of the business.
create function app.subject_clear(p_subject uuid) returns boolean language sql stable
  return exists (select from app.sanctions_screening s where s.subject_id = p_subject) and not exists (
    select from app.sanctions_screening s
    where s.subject_id = p_subject and s.result = 'POSSIBLE_MATCH' and not exists (
      select from app.sanctions_decision d
      where d.screening_id = s.id and d.verdict = 'CLEARED'
        and not exists (select from app.sanctions_decision later where later.replaces = d.id)));
create index screening_of_subject on app.sanctions_screening (subject_id, recorded_at desc);
grant execute on function app.subject_clear to inlay_app;

-- Whether staff confirmed that the business or one of its people is on a sanctions list. Its application then stops.
create function app.is_listed(p_business uuid) returns boolean language sql stable
  return exists (
    select from app.sanctions_screening s
    join app.sanctions_decision d on d.screening_id = s.id
    where s.business_id = p_business and s.subject_kind in ('BUSINESS', 'PERSON') and s.result = 'POSSIBLE_MATCH' and d.verdict = 'CONFIRMED'
      and not exists (select from app.sanctions_decision later where later.replaces = d.id));
grant execute on function app.is_listed to inlay_app, inlay_reader;

-- Whether the possible holders of the business's accounts are clear: the business itself was screened, and neither it nor any of its people
-- has an open or confirmed match.
create function app.holders_clear(p_business uuid) returns boolean language sql stable
  return app.sanctions_clear(p_business) and exists (
    select from app.sanctions_screening s where s.business_id = p_business and s.subject_id = p_business);
grant execute on function app.holders_clear to inlay_app;

-- The lists that everybody was screened against.
create table app.sanctions_list (
  sha256 bytea primary key,
  screened_at timestamptz not null default now()
);
grant select, insert on app.sanctions_list to inlay_app;

-- The tenants with somebody whose last screening was against another list. None once everybody was screened against this one.
grant select (platform_id, business_id, subject_id, list_sha256, recorded_at) on app.sanctions_screening to inlay_lookup;
grant select (sha256) on app.sanctions_list to inlay_lookup;
create policy lookup on app.sanctions_screening for select to inlay_lookup using (true);
create function app.list_to_screen_again(p_list bytea, p_limit integer)
returns table (platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select distinct s.platform_id, s.business_id
  from (
    select distinct on (subject_id) platform_id, business_id, list_sha256 from app.sanctions_screening order by subject_id, recorded_at desc
  ) s
  where s.list_sha256 <> p_list and not exists (select from app.sanctions_list l where l.sha256 = p_list)
  order by 1, 2 limit p_limit;
end;
revoke execute on function app.list_to_screen_again from public;
grant execute on function app.list_to_screen_again to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.list_to_screen_again owner to inlay_lookup;
revoke create on schema app from inlay_lookup;

-- A connection to a business's accounting program. LOST: data that was read stays.
create table app.accounting_connection (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  vendor_connection_id text not null,
  service text not null,
  state text not null check (state in ('PENDING', 'ACTIVE', 'LOST')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (business_id, vendor_connection_id)
);
create trigger touch before update on app.accounting_connection for each row execute function app.touch();
call app.protect('app.accounting_connection', 'business');
grant select, insert, update on app.accounting_connection to inlay_app;

-- One read of accounting data; its id is the workflow's. Data that arrives after it began needs another read.
create table app.accounting_reading (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  began_at timestamptz,
  -- When to ask again for data that had not arrived, if no webhook arrives.
  next_action_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index one_accounting_reading_to_begin on app.accounting_reading (business_id) where began_at is null;
call app.watch_due('app.accounting_reading');
call app.protect('app.accounting_reading', 'business');
grant select, insert, update (began_at, next_action_at) on app.accounting_reading to inlay_app;

-- One month of accounting data. Ratios are null where the divisor is zero. A later read of the same month replaces the row.
create table app.accounting_month (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  month date not null check (extract(day from month) = 1),
  revenue_cents bigint not null,
  cost_of_goods_cents bigint not null,
  operating_expenses_cents bigint not null,
  other_income_cents bigint not null,
  other_expenses_cents bigint not null,
  net_income_cents bigint not null,
  cash_cents bigint not null,
  assets_cents bigint not null,
  liabilities_cents bigint not null,
  equity_cents bigint not null,
  operating_cash_cents bigint not null,
  investing_cash_cents bigint not null,
  financing_cash_cents bigint not null,
  current_ratio numeric,
  debt_to_equity numeric,
  gross_margin numeric,
  net_margin numeric,
  read_at timestamptz not null default now(),
  primary key (business_id, month)
);
call app.protect('app.accounting_month', 'business');
grant select, insert, update on app.accounting_month to inlay_app;

-- The link that an accountant receives. It works once and opens a short session with a token of its own. Tokens are stored as hashes, and
-- both expiry times are wall-clock time.
create table app.accountant_invitation (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  invited_by uuid not null references app.business_user,
  -- Business time. The days of waiting for an accountant count from here.
  invited_at timestamptz not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  language text not null check (language in ('en', 'es')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  session_hash bytea unique,
  session_expires_at timestamptz,
  withdrawn_at timestamptz,
  -- A new link was sent in its place.
  renewed_at timestamptz,
  next_action_at timestamptz,
  created_at timestamptz not null default now(),
  check ((used_at is null) = (session_hash is null)),
  check ((session_hash is null) = (session_expires_at is null))
);
-- A business has at most one accountant at a time.
create unique index one_open_invitation on app.accountant_invitation (business_id) where withdrawn_at is null;
call app.watch_due('app.accountant_invitation');
call app.protect('app.accountant_invitation', 'business');
grant select, insert, update (used_at, session_hash, session_expires_at, withdrawn_at, renewed_at, next_action_at)
  on app.accountant_invitation to inlay_app;

-- Vendor webhooks and accountants' tokens name no tenant.
grant select (id, platform_id, business_id, vendor_id) on app.report to inlay_lookup;
grant select (id, platform_id, business_id, token_hash, session_hash, session_expires_at, withdrawn_at)
  on app.accountant_invitation to inlay_lookup;
create policy lookup on app.report for select to inlay_lookup using (true);
create policy lookup on app.accountant_invitation for select to inlay_lookup using (true);

create function app.find_report(p_vendor_id text)
returns table (id uuid, platform_id uuid, business_id uuid)
language sql stable security definer set search_path = ''
begin atomic
  select r.id, r.platform_id, r.business_id from app.report r where r.vendor_id = p_vendor_id;
end;

create function app.find_accountant_link(p_hash bytea)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id, i.business_id from app.accountant_invitation i where i.token_hash = p_hash;
end;

create function app.find_accountant(p_hash bytea)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id, i.business_id from app.accountant_invitation i
  where i.session_hash = p_hash and i.session_expires_at > now() and i.withdrawn_at is null;
end;

revoke execute on function app.find_report, app.find_accountant_link, app.find_accountant from public;
grant execute on function app.find_report, app.find_accountant_link, app.find_accountant to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_report owner to inlay_lookup;
alter function app.find_accountant_link owner to inlay_lookup;
alter function app.find_accountant owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
