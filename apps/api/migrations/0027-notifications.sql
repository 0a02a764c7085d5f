-- Reminders to a person whom an application waits for. Times are business time.
create table app.reminder (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  kind text not null check (kind in ('CO_OWNER', 'ACCOUNTANT')),
  -- The owner, or the accountant's invitation.
  subject_id uuid not null,
  asked_at timestamptz not null,
  -- The last day passed without an answer, and whoever asked decides.
  unanswered_at timestamptz,
  ended_at timestamptz,
  next_action_at timestamptz,
  created_at timestamptz not null default now(),
  check (ended_at is null or next_action_at is null),
  check (unanswered_at is null or next_action_at is null)
);
create unique index one_open_reminder on app.reminder (kind, subject_id) where ended_at is null;
call app.watch_due('app.reminder');
call app.protect('app.reminder', 'business');
grant select, insert, update (asked_at, unanswered_at, ended_at, next_action_at) on app.reminder to inlay_app;

-- The email of a reminder has other words than that of a first invitation.
alter table app.invitation add column is_reminder boolean not null default false;
