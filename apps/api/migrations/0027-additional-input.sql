-- Answers to what was asked after consent, and how long we wait for them.

-- What was answered is remembered by its hash, so that the same answer sent again is recognised as a repeat.
alter table app.additional_input
  add column answer_hash bytea,
  add column answered_by uuid references app.business_user,
  add check (answer_hash is null or done_at is not null);
grant update (answer_hash, answered_by) on app.additional_input to inlay_app;

-- All that is asked of the primary owner at a time. Letters are about the whole of it, so its days are counted here and not by the single
-- thing. Business time throughout.
create table app.input_request (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  asked_at timestamptz not null,
  -- The notice of incompleteness names the last day for an answer. The law asks for both.
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
