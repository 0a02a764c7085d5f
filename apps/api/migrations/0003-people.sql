create table app.business (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  platform_business_id text,
  name text,
  phone_number text,
  website text,
  address jsonb,
  is_sole_proprietorship boolean,
  custom_initialization_id uuid references app.style_configuration,
  is_test boolean not null default false,
  metadata jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (platform_id, platform_business_id)
);
create unique index business_name_taken on app.business (platform_id, lower(name));
create index business_in_order on app.business (platform_id, id);
create trigger touch before update on app.business for each row execute function app.touch();
call app.protect('app.business', 'business', business_column => 'id');
grant select, insert, update on app.business to inlay_app;

-- The virtual clock of a business in the sandbox. No row: the wall clock.
create table app.business_clock (
  business_id uuid primary key references app.business,
  platform_id uuid not null references app.platform,
  now_at timestamptz not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create trigger touch before update on app.business_clock for each row execute function app.touch();
call app.protect('app.business_clock', 'business');
grant select, insert, update on app.business_clock to inlay_app;

create function app.business_now(p_business uuid) returns timestamptz language sql stable
  return coalesce((select now_at from app.business_clock where business_id = p_business), now());
grant execute on function app.business_now to inlay_app, inlay_reader;

-- One row a person and business: an e-mail that stands in several businesses of a platform is one person with several hats,
-- and the user index is the position of a hat by created_at.
create table app.business_user (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  platform_user_id text,
  email text check (email = lower(email)),
  first_name text,
  last_name text,
  phone_number text,
  address jsonb,
  metadata jsonb not null default '{}',
  last_seen_at timestamptz,
  deactivated_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  unique (platform_id, platform_user_id),
  constraint user_email_taken unique (business_id, email)
);
create index user_hats on app.business_user (platform_id, email, created_at, id);
create index user_in_order on app.business_user (platform_id, id);
create trigger touch before update on app.business_user for each row execute function app.touch();
call app.protect('app.business_user', 'business');
grant select, insert, update on app.business_user to inlay_app;

create table app.user_role (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  role text not null check (role in ('PRIMARY_OWNER', 'SECONDARY_OWNER', 'OPERATOR', 'PRIMARY_OWNER_CONFLICT')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
-- The guard of "a business has one primary owner": two claims at once meet here, and one of them loses.
create unique index one_primary_owner on app.user_role (business_id) where role = 'PRIMARY_OWNER';
create index role_of_business on app.user_role (business_id);
call app.protect('app.user_role', 'business');
grant select, insert, delete on app.user_role to inlay_app;

create table app.connect_token (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
call app.protect('app.connect_token', 'business');
grant select, insert, update on app.connect_token to inlay_app;

create table app.session (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  token_type text not null check (token_type in ('BUSINESS_USER', 'PLATFORM_USER', 'CAPITAL_USER')),
  mode text not null check (mode in ('CONNECT', 'DIRECT')),
  email text,
  user_id uuid not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
call app.protect('app.session', 'platform');
grant select, insert, update on app.session to inlay_app;

-- A sign-in by e-mail code. Rows exist for unknown people too, so that both look alike from outside; only the worker, later,
-- finds out whether there is somebody to send a code to.
create table app.sign_in (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  email text not null check (email = lower(email)),
  pkce_challenge text not null,
  origin_url text not null,
  code_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index sign_in_by_challenge on app.sign_in (pkce_challenge, email);
call app.protect('app.sign_in', 'platform');
grant select, insert, update on app.sign_in to inlay_app;

-- How many codes an address was sent in the running hour. One row an address, changed by conditional updates only.
create table app.sign_in_quota (
  platform_id uuid not null references app.platform,
  email text not null,
  hour_began_at timestamptz not null,
  codes integer not null,
  primary key (platform_id, email)
);
call app.protect('app.sign_in_quota', 'platform');
grant select, insert, update on app.sign_in_quota to inlay_app;

-- Opens the door for a session: checks it, picks the hat, and narrows the transaction to that hat's business, in one call.
-- Runs with the caller's own rights inside the platform that the token names.
create function app.enter_session(p_session uuid, p_user_index integer)
returns table (token_type text, email text, user_id uuid, business_id uuid, user_index integer, roles text[])
language plpgsql as $$
declare
  s app.session;
  hat record;
begin
  select * into s from app.session where id = p_session and revoked_at is null and expires_at > now();
  if not found then return; end if;
  if s.token_type <> 'BUSINESS_USER' then
    return query select s.token_type, s.email, s.user_id, null::uuid, null::integer, '{}'::text[];
    return;
  end if;
  select h.* into hat from (
    select u.id, u.business_id, (row_number() over (order by u.created_at, u.id) - 1)::integer as position
    from app.business_user u
    where u.platform_id = s.platform_id and u.deactivated_at is null
      and (u.id = s.user_id or (s.email is not null and u.email = s.email))
  ) h where case when p_user_index is null then h.id = s.user_id else h.position = p_user_index end;
  -- Without a hat there is no business, and the whole platform must not stay in sight.
  perform set_config('inlay.business', coalesce(hat.business_id::text, ''), true);
  return query select s.token_type, s.email, hat.id, hat.business_id, hat.position,
    (select coalesce(array_agg(r.role order by r.role), '{}') from app.user_role r where r.user_id = hat.id);
end $$;
grant execute on function app.enter_session to inlay_app;

-- Before a tenant is known, four things must be found by what the caller holds. These functions, and no others, look past
-- row security; they belong to a role that can do nothing else and they return ids, not contents.
grant select (id, platform_id, kind, scopes, key_hash, expires_at, revoked_at) on app.api_key to inlay_doorman;
grant select (id, platform_id, business_id, token_hash) on app.connect_token to inlay_doorman;
grant select (id, platform_id, email, pkce_challenge, created_at) on app.sign_in to inlay_doorman;
grant select on app.sign_in_domain to inlay_doorman;
create policy doorman on app.api_key for select to inlay_doorman using (true);
create policy doorman on app.connect_token for select to inlay_doorman using (true);
create policy doorman on app.sign_in for select to inlay_doorman using (true);
create policy doorman on app.sign_in_domain for select to inlay_doorman using (true);

create function app.find_api_key(p_hash bytea)
returns table (id uuid, platform_id uuid, kind text, scopes text[]) language sql stable security definer set search_path = ''
begin atomic
  select k.id, k.platform_id, k.kind, k.scopes from app.api_key k
  where k.key_hash = p_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
end;

create function app.find_connect_token(p_hash bytea)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select t.id, t.platform_id, t.business_id from app.connect_token t where t.token_hash = p_hash;
end;

create function app.find_sign_in(p_challenge text, p_email text)
returns table (id uuid, platform_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select s.id, s.platform_id from app.sign_in s
  where s.pkce_challenge = p_challenge and s.email = p_email order by s.created_at desc, s.id desc limit 1;
end;

create function app.find_platform(p_domain text)
returns table (platform_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select d.platform_id from app.sign_in_domain d where d.domain = p_domain;
end;

revoke execute on function app.find_api_key, app.find_connect_token, app.find_sign_in, app.find_platform from public;
grant execute on function app.find_api_key, app.find_connect_token, app.find_sign_in, app.find_platform to inlay_app;

-- An owner must be able to create where its function stands, at the moment it becomes the owner and no longer.
grant create on schema app to inlay_doorman;
alter function app.find_api_key owner to inlay_doorman;
alter function app.find_connect_token owner to inlay_doorman;
alter function app.find_sign_in owner to inlay_doorman;
alter function app.find_platform owner to inlay_doorman;
revoke create on schema app from inlay_doorman;
