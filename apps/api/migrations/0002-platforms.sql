create table app.platform (
  id uuid primary key default uuidv7(),
  name text not null,
  created_at timestamptz not null default now()
);
call app.protect('app.platform', 'shared', platform_column => 'id');
grant select, insert, update on app.platform to inlay_app;

-- One row holds every switch of a platform; its shape is PlatformSettings in the contracts, parsed on the way in and out.
create table app.platform_settings (
  platform_id uuid primary key references app.platform,
  settings jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on app.platform_settings for each row execute function app.touch();
call app.protect('app.platform_settings', 'shared');
grant select, insert, update on app.platform_settings to inlay_app;

-- The pages under which people sign in directly. A page belongs to one platform, ever.
create table app.sign_in_domain (
  domain text primary key check (domain = lower(domain)),
  platform_id uuid not null references app.platform
);
call app.protect('app.sign_in_domain', 'shared');
grant select, insert, delete on app.sign_in_domain to inlay_app;

create table app.style_configuration (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  name text not null,
  is_default boolean not null default false,
  styles jsonb not null,
  sign_in jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (platform_id, name)
);
create unique index one_default_style on app.style_configuration (platform_id) where is_default;
create trigger touch before update on app.style_configuration for each row execute function app.touch();
call app.protect('app.style_configuration', 'shared');
grant select, insert, update on app.style_configuration to inlay_app;

-- Only the hash of a key is kept, with its first characters for recognition.
create table app.api_key (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  kind text not null check (kind in ('SECRET', 'RESTRICTED', 'PUBLISHABLE')),
  name text not null,
  start text not null,
  key_hash bytea not null unique,
  scopes text[] not null default '{}',
  expires_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on app.api_key for each row execute function app.touch();
call app.protect('app.api_key', 'platform');
grant select, insert, update on app.api_key to inlay_app;

create table app.platform_user (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  email text not null check (email = lower(email)),
  name text not null,
  created_at timestamptz not null default now(),
  unique (platform_id, email)
);
call app.protect('app.platform_user', 'platform');
grant select, insert, update on app.platform_user to inlay_app;
