-- A prequalification of a business for one product, with its last day.
create table app.prequalification (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  platform_business_id text,
  product text not null check (product in ('TERM_LOAN', 'LOC_TERM_LOAN', 'FAST_PAY', 'EXTEND_PAY_PURCHASE_ORDER', 'MCA', 'INTEGRATED_MCA')),
  prequal_type text not null check (prequal_type in ('STANDARD', 'ANON')),
  is_prequalified boolean not null,
  prequalified_amount_cents bigint check (prequalified_amount_cents >= 0),
  terms jsonb not null,
  vertical text,
  prequal_date date not null,
  expires_date date not null,
  expired_at timestamptz,
  -- A prequalification is valid through its last day and expires at the start of the next.
  next_action_at timestamptz
    generated always as (case when expired_at is null then (expires_date + 1)::timestamp at time zone 'UTC' end) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (business_id is not null or prequal_type = 'ANON')
);
create index prequalification_of_business on app.prequalification (business_id, product, prequal_date desc);
create trigger touch before update on app.prequalification for each row execute function app.touch();
call app.protect('app.prequalification', 'business');
call app.watch_due('app.prequalification');
grant select, insert, update on app.prequalification to inlay_app;

-- The onboarding of a business, one row each.
create table app.onboarding (
  business_id uuid primary key references app.business,
  platform_id uuid not null references app.platform,
  answers jsonb not null default '{}',
  has_seen_waiting_for_offers boolean not null default false,
  survey_completed_at timestamptz,
  -- A register reports another owner of 20% or more, so the primary owner must name at least one co-owner.
  is_co_owner_required boolean not null default false,
  -- The reason is disclosed to nobody.
  stopped_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on app.onboarding for each row execute function app.touch();
call app.protect('app.onboarding', 'business');
grant select, insert, update on app.onboarding to inlay_app;

-- A completed step. The same answer sent again is recognized as a repeat by its hash.
create table app.onboarding_step (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  step text not null,
  answer_hash bytea not null,
  completed_by uuid references app.business_user,
  completed_at timestamptz not null,
  primary key (business_id, step)
);
call app.protect('app.onboarding_step', 'business');
grant select, insert, update, delete on app.onboarding_step to inlay_app;

-- A step that a co-owner has completed.
create table app.co_owner_step (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  owner_id uuid not null references app.business_owner,
  step text not null,
  -- An additional input may be requested again and is answered once per request.
  input_id uuid references app.additional_input,
  answer_hash bytea not null,
  completed_by uuid not null references app.business_user,
  completed_at timestamptz not null default now()
);
create unique index one_answer_of_co_owner on app.co_owner_step (owner_id, step, input_id) nulls not distinct;
call app.protect('app.co_owner_step', 'business');
grant select, insert, update (answer_hash, completed_by, completed_at) on app.co_owner_step to inlay_app;

-- Unsubmitted input of a step, so that a reload loses nothing. Secrets are never part of a draft. owner_id is the co-owner whose draft it
-- is; null means the primary owner.
create table app.onboarding_draft (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  owner_id uuid references app.business_owner on delete cascade,
  step text not null,
  fields jsonb not null,
  saved_at timestamptz not null default now()
);
create unique index one_draft_of_step on app.onboarding_draft (business_id, owner_id, step) nulls not distinct;
-- Serves the cascade from business_owner.
create index draft_of_co_owner on app.onboarding_draft (owner_id) where owner_id is not null;
call app.protect('app.onboarding_draft', 'business');
grant select, insert, update, delete on app.onboarding_draft to inlay_app;

-- Debts of a business to other lenders.
create table app.existing_debt (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- Position in the owner's list.
  position smallint not null check (position >= 0),
  description text not null,
  monthly_payment_cents bigint not null check (monthly_payment_cents between 100 and 100000000),
  outstanding_balance_cents bigint not null check (outstanding_balance_cents between 100 and 100000000000),
  interest_rate_basis_points integer not null check (interest_rate_basis_points between 0 and 7000),
  months_remaining integer not null check (months_remaining between 0 and 600),
  -- Whether new financing should pay the debt off; null until the owner is asked.
  refinance_requested boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index debt_of_business on app.existing_debt (business_id, position);
create trigger touch before update on app.existing_debt for each row execute function app.touch();
call app.protect('app.existing_debt', 'business');
grant select, insert, update, delete on app.existing_debt to inlay_app;

create function app.text_hash(words text) returns bytea language sql immutable
  return sha256(convert_to(words, 'UTF8'));
grant execute on function app.text_hash to inlay_app, inlay_reader;

-- What a person agreed to, one row per text and person. The text is stored as it was shown, so that a version needs no later
-- reconstruction; the database computes its hash.
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
  -- Business time; recorded_at is wall-clock time.
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

-- Why the business wants financing, as answered in the survey.
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
