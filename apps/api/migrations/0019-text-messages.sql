-- A text message to a phone, kept like a mail: sealed until it is sent, at most one a key, claimed before it is sent.
create table app.text_message (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  key text not null,
  template text not null,
  locale text not null check (locale in ('en', 'es')),
  recipient text not null check (recipient ~ '^\+[0-9]{8,15}$'),
  data_key_id uuid not null references app.data_key,
  sealed_params bytea,
  claimed_until timestamptz,
  -- A carrier does not recognise a repeat, as a mail program does. From the first attempt that may have reached it, it is asked what it
  -- has before anything is sent again.
  asked_at timestamptz,
  sent_at timestamptz,
  -- The carrier's name for it.
  carrier_id text unique,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'DELIVERED', 'FAILED')),
  failure text check (failure in ('NO_SUCH_NUMBER', 'LANDLINE', 'UNREACHABLE', 'OPTED_OUT', 'BLOCKED', 'OTHER')),
  created_at timestamptz not null default now(),
  unique (platform_id, key),
  check ((failure is not null) = (state = 'FAILED'))
);
call app.protect('app.text_message', 'business');
grant select, insert, update on app.text_message to inlay_app;

-- The carrier names messages, not tenants. One more function of the doorman finds whose it is, by ids alone.
grant select (id, platform_id, carrier_id) on app.text_message to inlay_doorman;
create policy doorman on app.text_message for select to inlay_doorman using (true);
create function app.find_text_message(p_carrier_id text)
returns table (id uuid, platform_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select t.id, t.platform_id from app.text_message t where t.carrier_id = p_carrier_id;
end;
revoke execute on function app.find_text_message from public;
grant execute on function app.find_text_message to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_text_message owner to inlay_doorman;
revoke create on schema app from inlay_doorman;
