-- What a person chose to be told about their business's financing, by topic and channel. Without a row they are told. What a business must be
-- told is never turned off.
create table app.notification_preference (
  user_id uuid not null references app.business_user,
  topic text not null check (topic in ('REPAYMENT_REMINDER', 'PAYMENT_MADE', 'MONEY_SENT', 'FUNDING_REQUEST', 'PAYMENT_PROBLEM', 'TERMS_CHANGED',
    'FUNDING_REFUSED')),
  channel text not null check (channel in ('EMAIL')),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  is_on boolean not null,
  created_at timestamptz not null default now(),
  primary key (user_id, topic, channel),
  constraint locked_topics_are_on check (is_on or topic not in ('PAYMENT_PROBLEM', 'TERMS_CHANGED', 'FUNDING_REFUSED'))
);
create index notification_preferences_of_business on app.notification_preference (business_id, user_id);
call app.protect('app.notification_preference', 'business');
grant select, insert, update (is_on) on app.notification_preference to inlay_app;

-- What waits for its hour when its topic is turned off is not told.
grant delete on app.notification to inlay_app;
