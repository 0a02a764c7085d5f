-- Inputs that are requested after consent, and the deadlines of their answers.

-- One input that was requested. owner_id is the co-owner who is asked; null means the primary owner.
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
  -- What the screen shows in addition to known data.
  payload jsonb not null default '{}',
  raised_by text not null check (raised_by in ('SYSTEM', 'STAFF')),
  raised_by_id uuid,
  -- Why a rule requested the input; empty for a request of staff or of a report. A rule requests an input once per cause, whether it was
  -- answered, released by staff or settled by itself.
  causes text[] not null default '{}',
  raised_at timestamptz not null,
  released_at timestamptz,
  done_at timestamptz,
  -- The same answer sent again is recognized as a repeat by its hash.
  answer_hash bytea,
  answered_by uuid references app.business_user,
  created_at timestamptz not null default now(),
  check (answer_hash is null or done_at is not null)
);
create unique index one_open_input on app.additional_input (business_id, owner_id, sub_step) nulls not distinct
  where done_at is null and released_at is null;
call app.protect('app.additional_input', 'business');
grant select, insert, update (payload, causes, released_at, done_at, answer_hash, answered_by) on app.additional_input to inlay_app;

-- All open inputs of the primary owner together. Emails are about all of them, so the days are counted here and not per input. All times
-- are business time.
create table app.input_request (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  asked_at timestamptz not null,
  -- The law requires the notice of incompleteness and the last day for an answer in it.
  notice_given_at timestamptz,
  due_on date,
  closed_at timestamptz,
  next_action_at timestamptz,
  created_at timestamptz not null default now(),
  check ((notice_given_at is null) = (due_on is null)),
  check (closed_at is null or next_action_at is null)
);
create unique index one_open_input_request on app.input_request (business_id) where closed_at is null;
call app.watch_due('app.input_request');
call app.protect('app.input_request', 'business');
grant select, insert, update (notice_given_at, due_on, closed_at, next_action_at) on app.input_request to inlay_app;
