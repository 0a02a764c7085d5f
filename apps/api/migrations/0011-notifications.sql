-- Emails and SMS to people. Parameters may hold what only the recipient may see, such as a sign-in code, so they are encrypted. The key
-- names the cause, and there is at most one message per key.

-- One email.
create table app.email (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  key text not null,
  template text not null,
  locale text not null check (locale in ('en', 'es')),
  recipient text not null,
  data_key_id uuid not null,
  encrypted_params bytea,
  -- A sender holds the message until then, so that a second sender does not send it too.
  claimed_until timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (platform_id, key)
);
call app.protect('app.email', 'business');
grant select, insert, update on app.email to inlay_app;

-- The invitations of a business to one recipient, and in the row without a recipient to all of them, since a day began. Nothing deletes a
-- row: an invitation itself goes with the person who is removed from the business.
create table app.invitation_quota (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  recipient text check (recipient = lower(recipient)),
  day_began_at timestamptz not null,
  invitations integer not null,
  unique nulls not distinct (business_id, recipient)
);
call app.protect('app.invitation_quota', 'business');
grant select, insert, update on app.invitation_quota to inlay_app;

-- One text message.
create table app.sms (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  key text not null,
  template text not null,
  locale text not null check (locale in ('en', 'es')),
  recipient text not null check (recipient ~ '^\+[0-9]{8,15}$'),
  data_key_id uuid not null,
  encrypted_params bytea,
  claimed_until timestamptz,
  -- The carrier does not deduplicate, unlike an email server. Set before the first attempt that may reach it; once set, the carrier is asked
  -- what it has before the message is sent again.
  asked_at timestamptz,
  sent_at timestamptz,
  -- The carrier's id of the message.
  carrier_id text unique,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'DELIVERED', 'FAILED')),
  failure text check (failure in ('NO_SUCH_NUMBER', 'LANDLINE', 'UNREACHABLE', 'OPTED_OUT', 'BLOCKED', 'OTHER')),
  created_at timestamptz not null default now(),
  unique (platform_id, key),
  check ((failure is not null) = (state = 'FAILED'))
);
call app.protect('app.sms', 'business');
grant select, insert, update on app.sms to inlay_app;

-- The carrier's webhooks name a message and no tenant.
grant select (id, platform_id, carrier_id) on app.sms to inlay_lookup;
create policy lookup on app.sms for select to inlay_lookup using (true);
create function app.find_sms(p_carrier_id text)
returns table (id uuid, platform_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select t.id, t.platform_id from app.sms t where t.carrier_id = p_carrier_id;
end;
revoke execute on function app.find_sms from public;
grant execute on function app.find_sms to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_sms owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
