-- A mail to a person. Its parameters may hold what only the reader should see (a sign-in code), so they are sealed; the key
-- says what the mail is about, and there is at most one mail a key.
create table app.mail (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  key text not null,
  template text not null,
  locale text not null check (locale in ('en', 'es')),
  recipient text not null,
  data_key_id uuid not null references app.data_key,
  sealed_params bytea,
  -- Somebody is sending it until then; a second one waits rather than send it as well.
  claimed_until timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (platform_id, key)
);
call app.protect('app.mail', 'business');
grant select, insert, update on app.mail to inlay_app;

create table app.interaction (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  name text not null,
  details jsonb not null,
  created_at timestamptz not null default now()
);
create index interaction_of_business on app.interaction (business_id, id);
call app.protect('app.interaction', 'business');
grant select, insert on app.interaction to inlay_app;
