-- A partner whose product embeds Inlay. The staff scope has a row of its own.
create table app.platform (
  id uuid primary key default uuidv7(),
  name text not null,
  created_at timestamptz not null default now()
);
-- Inserted before row security is forced on the table's owner.
insert into app.platform (id, name) values (app.staff_platform(), 'Staff');
call app.protect('app.platform', 'shared', platform_column => 'id');
grant select, insert, update on app.platform to inlay_app;

-- The settings of a platform. They have the shape of PlatformSettings in the contracts, which parse them on every read and write.
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

-- Domains of the pages where people sign in directly. A domain belongs to one platform.
create table app.sign_in_domain (
  domain text primary key check (domain = lower(domain)),
  platform_id uuid not null references app.platform
);
call app.protect('app.sign_in_domain', 'shared');
grant select, insert, delete on app.sign_in_domain to inlay_app;

-- A theme: how a platform's pages look.
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

-- A key of the partner API. Only its hash is stored, with the key's first characters for recognition.
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

-- A person who works for the platform.
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

-- Lookup functions find the tenant of a request or webhook before its scope is known. They alone bypass row security: they run as
-- inlay_lookup, which cannot log in and reads only the columns granted to it. They return ids and the few columns that select the scope.
grant select (id, platform_id, kind, scopes, key_hash, expires_at, revoked_at) on app.api_key to inlay_lookup;
grant select on app.sign_in_domain to inlay_lookup;
create policy lookup on app.api_key for select to inlay_lookup using (true);
create policy lookup on app.sign_in_domain for select to inlay_lookup using (true);

create function app.find_api_key(p_hash bytea)
returns table (id uuid, platform_id uuid, kind text, scopes text[]) language sql stable security definer set search_path = ''
begin atomic
  select k.id, k.platform_id, k.kind, k.scopes from app.api_key k
  where k.key_hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
end;

create function app.find_platform(p_domain text)
returns table (platform_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select d.platform_id from app.sign_in_domain d where d.domain = p_domain;
end;

revoke execute on function app.find_api_key, app.find_platform from public;
grant execute on function app.find_api_key, app.find_platform to inlay_app;

-- PostgreSQL requires the create privilege on the schema from a function's new owner. It is granted for these statements only.
grant create on schema app to inlay_lookup;
alter function app.find_api_key owner to inlay_lookup;
alter function app.find_platform owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
