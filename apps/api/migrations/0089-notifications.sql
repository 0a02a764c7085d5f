-- What the people of a business are told about its financing. Times are business time.

-- Something that people of a business are told, once for each cause, with its figures as they were.
create table app.batch_event (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  -- Names the cause. Telling it again has no effect.
  key text not null,
  batch_event_type text not null check (batch_event_type in ('INVOICE_REJECTION', 'INVOICE_IN_REVIEW', 'REPAYMENT_REMINDER',
    'SERVICING_EVENT', 'FUNDING_REQUEST', 'INVOICE_EXTENSION', 'INVOICE_IN_REVIEW_WARNING')),
  batch_event_property jsonb not null check (batch_event_property ->> 'batchEventType' = batch_event_type),
  happened_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (business_id, key)
);
create index batch_events_of_business on app.batch_event (business_id, id);
call app.protect('app.batch_event', 'business');
grant select, insert on app.batch_event to inlay_app;
create trigger append_only before update or delete or truncate on app.batch_event for each statement execute function app.refuse_change();

-- The email to one person with everything that they are told until its hour. A person has at most one that is not sent.
create table app.notification_batch (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  next_action_at timestamptz,
  sent_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint waits_until_sent check ((sent_at is null) = (next_action_at is not null))
);
create unique index one_waiting_notification_batch on app.notification_batch (user_id) where sent_at is null;
create index notification_batches_of_business on app.notification_batch (business_id, id);
create trigger touch before update on app.notification_batch for each row execute function app.touch();
call app.protect('app.notification_batch', 'business');
grant select, insert, update (next_action_at, sent_at) on app.notification_batch to inlay_app;
call app.watch_due('app.notification_batch');

-- That a person is told something, and in which batch. A person is told each thing once.
create table app.notification (
  batch_event_id uuid not null references app.batch_event,
  user_id uuid not null references app.business_user,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  notification_batch_id uuid not null references app.notification_batch,
  created_at timestamptz not null default now(),
  primary key (batch_event_id, user_id)
);
create index notifications_of_batch on app.notification (notification_batch_id);
create index notifications_of_user on app.notification (user_id, batch_event_id);
create index notifications_of_business on app.notification (business_id, batch_event_id);
call app.protect('app.notification', 'business');
grant select, insert on app.notification to inlay_app;
