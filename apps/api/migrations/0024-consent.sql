-- What somebody agreed to, and what follows from it: applications, the reports that decide them, and what is still asked of the owner.

create function app.text_hash(words text) returns bytea language sql immutable
  return sha256(convert_to(words, 'UTF8'));
grant execute on function app.text_hash to inlay_app, inlay_reader;

-- One row a text and person. The words are kept as they stood on the screen, so that nobody has to find out later what a version said;
-- their hash is the database's own doing.
create table app.consent (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  role text not null,
  kind text not null check (kind in ('TERMS_AND_PRIVACY', 'E_SIGN', 'SOFT_PULL')),
  text_version text not null,
  language text not null check (language in ('en', 'es')),
  shown_text text not null,
  text_hash bytea not null generated always as (app.text_hash(shown_text)) stored,
  -- Business time; recorded_at is the wall's.
  given_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  given_from inet not null,
  user_agent text not null check (char_length(user_agent) <= 300),
  request_id text not null
);
create index consent_of_person on app.consent (user_id, given_at);
create trigger append_only before update or delete or truncate on app.consent for each statement execute function app.refuse_change();
call app.protect('app.consent', 'business');
grant select, insert on app.consent to inlay_app;

create table app.loan_application (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  product text not null check (product in ('TERM_LOAN', 'LOC_TERM_LOAN', 'FAST_PAY', 'EXTEND_PAY_PURCHASE_ORDER', 'MCA', 'INTEGRATED_MCA')),
  status text not null check (status in (
    'ASSIGN_TO_CAPITAL_PROVIDER', 'UNASSIGNED', 'CREATE_OFFERS', 'WAITING_FOR_PLATFORM_MARKUP', 'WAITING_FOR_ACCEPTANCE', 'CLOSE_LOAN',
    'NO_OFFERS', 'EXPIRED', 'OPERATIONAL_LOAN', 'LOAN_APPLICATION_INCOMPLETE', 'LOAN_APPLICATION_WITHDRAWN')),
  -- Business time. The law counts days from here.
  received_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A product is applied for once at a time.
create unique index one_running_application on app.loan_application (business_id, product)
  where status not in ('NO_OFFERS', 'EXPIRED', 'OPERATIONAL_LOAN', 'LOAN_APPLICATION_INCOMPLETE', 'LOAN_APPLICATION_WITHDRAWN');
create index application_of_business on app.loan_application (business_id, received_at, id);
create trigger touch before update on app.loan_application for each row execute function app.touch();
call app.protect('app.loan_application', 'business');
grant select, insert, update on app.loan_application to inlay_app;

-- What a bureau or a register is asked. The row is there before the question and its id goes with it, so that a question asked again after
-- a crash is still the same one. The vendor's own report is private and lies here sealed.
create table app.report (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- All that is asked at one time, by one story.
  round_id uuid not null,
  source text not null check (source in ('BUSINESS_OWNER_CREDIT', 'SECONDARY_OWNER_CREDIT', 'BUSINESS_CREDIT', 'BUSINESS_VERIFICATION')),
  subject_kind text not null check (subject_kind in ('OWNER', 'BUSINESS')),
  subject_id uuid not null,
  attempt integer not null check (attempt > 0),
  -- Nobody's own file is looked at without their word.
  consent_id uuid references app.consent,
  outcome text check (outcome in
    ('REPORT', 'THIN_FILE', 'MISMATCH', 'LOCKED', 'NO_HIT', 'FOUND', 'NOT_FOUND', 'TAX_ID_MISMATCH', 'PENDING', 'REFUSED')),
  -- The vendor's name for it, where it has one.
  vendor_id text,
  summary jsonb,
  sealed_raw bytea,
  data_key_id uuid references app.data_key,
  pulled_at timestamptz,
  -- When to ask again what takes its time, should nobody tell us.
  next_action_at timestamptz,
  created_at timestamptz not null default now(),
  unique (subject_id, source, attempt),
  check (consent_id is not null or source not in ('BUSINESS_OWNER_CREDIT', 'SECONDARY_OWNER_CREDIT')),
  check ((sealed_raw is null) = (data_key_id is null))
);
create index report_of_business on app.report (business_id, created_at, id);
create index report_of_round on app.report (round_id);
create index report_by_vendor_id on app.report (vendor_id) where vendor_id is not null;
call app.watch_due('app.report');
call app.protect('app.report', 'business');
grant select, insert, update (outcome, vendor_id, summary, sealed_raw, data_key_id, pulled_at, next_action_at) on app.report to inlay_app;

-- The vendor's messages name a business by the vendor's name for it; whose it is, the doorman knows.
grant select (id, platform_id, business_id, vendor_id) on app.report to inlay_doorman;
create policy doorman on app.report for select to inlay_doorman using (true);
create function app.find_report(p_vendor_id text)
returns table (id uuid, platform_id uuid, business_id uuid)
language sql stable security definer set search_path = ''
begin atomic
  select r.id, r.platform_id, r.business_id from app.report r where r.vendor_id = p_vendor_id;
end;
revoke execute on function app.find_report from public;
grant execute on function app.find_report to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_report owner to inlay_doorman;
revoke create on schema app from inlay_doorman;

-- What is still asked for after consent. owner_id is the co-owner who is asked; without one it is the primary owner.
create table app.additional_input (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  owner_id uuid references app.business_owner,
  sub_step text not null check (sub_step in (
    'VERIFY_USER_IDENTITY_INFORMATION', 'VERIFY_BUSINESS_INFORMATION', 'VERIFY_BUSINESS_TAX_ID', 'VERIFY_CREDIT_REPORT_UNLOCKED',
    'RECOLLECT_PLAID', 'UPDATE_PRIMARY_BANK_ACCOUNT', 'RECOLLECT_BANK_INFO', 'RECOLLECT_BANK_STATEMENTS', 'RECOLLECT_RAILZ',
    'RECOLLECT_TAX_RETURNS', 'RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS', 'ADDITIONAL_DOCUMENTS_UPLOAD', 'MANUAL_OVERRIDE',
    'VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION', 'VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED')),
  -- What its screen is shown beside what we know anyway.
  payload jsonb not null default '{}',
  raised_by text not null check (raised_by in ('SYSTEM', 'STAFF')),
  raised_by_id uuid,
  raised_at timestamptz not null,
  released_at timestamptz,
  done_at timestamptz,
  created_at timestamptz not null default now()
);
-- The same thing is asked for once at a time.
create unique index one_open_input on app.additional_input (business_id, owner_id, sub_step) nulls not distinct
  where done_at is null and released_at is null;
call app.protect('app.additional_input', 'business');
grant select, insert, update (payload, released_at, done_at) on app.additional_input to inlay_app;

-- Nobody is told why.
alter table app.onboarding add column stopped_at timestamptz;

-- Whether a person of ours has found the business or one of its people to be on a sanctions list. It goes no further then.
create function app.is_listed(p_business uuid) returns boolean language sql stable
  return exists (
    select from app.sanctions_screening s
    join app.sanctions_decision d on d.screening_id = s.id
    where s.business_id = p_business and s.subject_kind in ('BUSINESS', 'PERSON') and s.result = 'POSSIBLE_MATCH' and d.verdict = 'CONFIRMED'
      and not exists (select from app.sanctions_decision later where later.replaces = d.id));
grant execute on function app.is_listed to inlay_app, inlay_reader;

create table app.onboarding_survey_response (
  business_id uuid primary key references app.business,
  platform_id uuid not null references app.platform,
  user_id uuid not null references app.business_user,
  reason text check (reason in ('TO_GROW_YOUR_BUSINESS', 'TO_MAINTAIN_BUSINESS_FINANCIAL_HEALTH', 'TO_PURCHASE_NEW_EQUIPMENT_OR_INVENTORY')),
  reason_other text check (char_length(reason_other) <= 1000),
  survey_version integer not null,
  answered_at timestamptz not null default now(),
  check (reason is not null or reason_other is not null)
);
call app.protect('app.onboarding_survey_response', 'business');
grant select, insert on app.onboarding_survey_response to inlay_app;
