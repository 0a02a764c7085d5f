-- When an application ended without offers. The wait before the next application counts from here. Business time.
alter table app.loan_application add column declined_at timestamptz;
update app.loan_application a
  set declined_at = coalesce((select max(d.decided_at) from app.decision d where d.application_id = a.id), a.updated_at)
  where a.status = 'NO_OFFERS';
alter table app.loan_application add constraint declined_at_a_time check ((status = 'NO_OFFERS') = (declined_at is not null));

-- An owner asks for a declined application to be looked at again. Times are business time.
create table app.appeal (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- An application is declined once, so there is one appeal about a decision.
  application_id uuid not null unique references app.loan_application,
  user_id uuid not null references app.business_user,
  text text not null check (length(text) between 1 and 2000),
  requested_at timestamptz not null,
  -- The day by which an answer is promised.
  answer_by date not null,
  -- When staff are reminded of it.
  next_action_at timestamptz,
  answered_at timestamptz,
  -- UPHELD: the decision stands. RECONSIDERED: the owner may apply again at once.
  outcome text check (outcome in ('UPHELD', 'RECONSIDERED')),
  message text check (length(message) between 1 and 2000),
  created_at timestamptz not null default now(),
  check ((answered_at is null) = (outcome is null) and (outcome is null) = (message is null)),
  check (answered_at is null or next_action_at is null)
);
create index appeal_of_business on app.appeal (business_id, id);
call app.protect('app.appeal', 'business');
call app.watch_due('app.appeal');
grant select, insert, update (next_action_at, answered_at, outcome, message) on app.appeal to inlay_app;
