-- Notices that the law requires about decisions: until when each is due, and what was written to whom.

-- A period of the law in which an applicant must be told something. It ends when the notice was sent, or when none is needed any more.
create table app.notice_clock (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  -- The decision that the notice is about.
  decision_id uuid unique references app.decision,
  kind text not null check (kind in ('COMPLETE_APPLICATION', 'DENIAL', 'COUNTER_OFFER', 'INCOMPLETE')),
  -- Business time, like all that follow.
  started_at timestamptz not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  -- No notice is needed any more: the application was withdrawn or closed.
  ended_at timestamptz,
  -- When staff are alarmed.
  next_action_at timestamptz,
  created_at timestamptz not null default now(),
  constraint due_after_start check (due_at > started_at),
  constraint clock_of_decision check ((kind in ('DENIAL', 'COUNTER_OFFER')) = (decision_id is not null)),
  constraint sent_before_delivered check (delivered_at is null or sent_at is not null),
  constraint sent_or_ended check (sent_at is null or ended_at is null),
  constraint no_alarm_of_stopped_clock check (next_action_at is null or (sent_at is null and ended_at is null))
);
create unique index one_open_clock on app.notice_clock (application_id, kind) where sent_at is null and ended_at is null;
create index notice_clocks_of_business on app.notice_clock (business_id, id);
call app.protect('app.notice_clock', 'business');
call app.watch_due('app.notice_clock');
grant select, insert, update (sent_at, delivered_at, ended_at, next_action_at) on app.notice_clock to inlay_app;

insert into app.notice_clock (platform_id, business_id, application_id, kind, started_at, due_at, next_action_at)
select platform_id, business_id, id, 'COMPLETE_APPLICATION', completed_at, completed_at + interval '30 days', completed_at + interval '25 days'
from app.loan_application
where completed_at is not null and status in ('ASSIGN_TO_CAPITAL_PROVIDER', 'UNASSIGNED', 'CREATE_OFFERS', 'WAITING_FOR_PLATFORM_MARKUP');

-- A notice of adverse action as it was sent. What it says is never changed; only what is known of its delivery is added.
create table app.adverse_action_notice (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  decision_id uuid not null references app.decision,
  clock_id uuid not null references app.notice_clock,
  action text not null check (action in ('DENIED', 'COUNTER_OFFERED')),
  -- The owner whom a private notice is about and for. Null: the notice of the business, for its primary owner.
  owner_id uuid,
  -- The reasons in order. Those of a private notice are only in its encrypted text.
  reasons text[] check (cardinality(reasons) between 1 and 4),
  -- The lender of record of that day: name, address, licenses, federal agency.
  creditor jsonb not null,
  locale text not null check (locale in ('en', 'es')),
  -- The owners whose keys the text and the file are encrypted with, after the key of the business.
  key_owner_ids uuid[] not null,
  encrypted_text bytea not null,
  -- Of the PDF in the clear. The object store has it encrypted.
  pdf_sha256 bytea not null check (length(pdf_sha256) = 32),
  -- Business time, like all that follow.
  issued_at timestamptz not null,
  -- The mail server accepted the email, or refused it.
  sent_at timestamptz,
  refused_at timestamptz,
  -- The reader opened it in the portal.
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  constraint one_notice unique nulls not distinct (decision_id, owner_id),
  constraint private_reasons check ((owner_id is null) = (reasons is not null)),
  constraint private_key check (owner_id is null or owner_id = any (key_owner_ids))
);
create index notices_of_business on app.adverse_action_notice (business_id, issued_at, id);
create index notices_of_clock on app.adverse_action_notice (clock_id);
call app.protect('app.adverse_action_notice', 'business');
grant select, insert, update (sent_at, refused_at, delivered_at) on app.adverse_action_notice to inlay_app;
