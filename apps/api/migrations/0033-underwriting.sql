-- Decisions: policies, snapshots of what a decision was based on, decisions, rulings of staff.

-- The thresholds of all rules under one version, as policySchema in packages/lending defines them. A policy never changes. The first one
-- is part of the program; these rows are the later ones.
create table app.policy (
  version text primary key check (version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}\.[0-9]+$'),
  body jsonb not null,
  proposed_by uuid not null references app.staff_member,
  created_at timestamptz not null default now(),
  constraint body_has_its_version check (body ->> 'version' = version)
);
grant select, insert on app.policy to inlay_app;
grant select on app.policy to inlay_reader;

-- The policy that decides is the one that was activated last. Two people activate it.
create table app.policy_activation (
  id bigint generated always as identity primary key,
  version text not null,
  staff_request_id uuid not null unique,
  activated_at timestamptz not null default now()
);
grant select, insert on app.policy_activation to inlay_app;
grant select on app.policy_activation to inlay_reader;

-- Everything that a decision was based on, without SSN, EIN, account and routing numbers. It is encrypted with the key of the business and
-- then with the key of each owner whose data it holds, so that it is unreadable once one of these keys is destroyed.
create table app.decision_snapshot (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- SHA-256 of the canonical JSON.
  hash bytea not null check (length(hash) = 32),
  -- The owners whose keys it is encrypted with, in the order of encryption.
  owner_ids uuid[] not null,
  encrypted bytea not null,
  -- Business time.
  taken_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index snapshots_of_business on app.decision_snapshot (business_id, id);
call app.protect('app.decision_snapshot', 'business');
grant select, insert on app.decision_snapshot to inlay_app;

-- A run of the rules for one application. The run itself holds what rules read about people, so it is encrypted like its snapshot.
create table app.decision (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  number integer not null check (number > 0),
  snapshot_id uuid not null references app.decision_snapshot,
  policy_version text not null,
  -- What staff had decided about the application by then.
  rulings jsonb not null,
  outcome text not null check (outcome in ('OFFERS', 'NO_OFFERS', 'REVIEW')),
  credit_result text check (credit_result in ('LOW', 'MEDIUM', 'HIGH', 'FAIL')),
  -- For applicants, in order, at most four.
  reasons text[] not null check (cardinality(reasons) <= 4),
  constraint no_offers_for_a_reason check (outcome = 'OFFERS' or cardinality(reasons) > 0),
  -- SHA-256 of the canonical JSON of the run. The same snapshot, policy and rulings give the same run.
  run_hash bytea not null check (length(run_hash) = 32),
  encrypted_run bytea not null,
  -- Business time.
  decided_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (application_id, number)
);
create index decisions_of_business on app.decision (business_id, id);
-- Only the latest run may leave something to staff: once there is an outcome, no further run counts. A refresh of offers is another round.
alter table app.decision add column round integer not null default 1 check (round > 0);
create unique index one_outcome on app.decision (application_id, round) where outcome <> 'REVIEW';
call app.protect('app.decision', 'business');
grant select, insert on app.decision to inlay_app;

-- What staff decided about an application: an exception to the policy, a rule that counts as passed, another result of the credit model, or
-- that a denial is right. The approval request names who asked and who approved.
create table app.ruling (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  -- The run that it is about.
  decision_id uuid not null references app.decision,
  kind text not null check (kind in ('EXCEPTION', 'RULE_PASSED', 'RESULT_OVERRIDE', 'DENIAL_CONFIRMED')),
  -- The exception, the rule or the result. Null for a confirmed denial.
  code text check ((code is null) = (kind = 'DENIAL_CONFIRMED')),
  ruled_by uuid not null references app.staff_member,
  -- The written consent of the capital provider, where the exception needs one.
  provider_consent text check (length(provider_consent) between 1 and 200),
  created_at timestamptz not null default now(),
  unique nulls not distinct (application_id, kind, code)
);
call app.protect('app.ruling', 'business');
grant select, insert on app.ruling to inlay_app;
