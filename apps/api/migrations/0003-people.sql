-- Businesses, their users, roles, owners and invitations; connect tokens, sessions, sign-ins and step-ups.

-- A customer of a platform: the borrower.
create table app.business (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  platform_business_id text,
  name text,
  phone_number text,
  website text,
  address jsonb,
  address_verified boolean not null default false,
  is_sole_proprietorship boolean,
  tax_entity_type text check (tax_entity_type in ('CORPORATE_TAX', 'PASS_THROUGH')),
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

-- One row per person and business, called a membership. An email that occurs in several businesses of a platform is one person with
-- several memberships; the user index on the wire is the position of a membership by created_at.
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
  -- Language of pages and messages; null until the person chooses one.
  locale text check (locale in ('en', 'es')),
  metadata jsonb not null default '{}',
  last_seen_at timestamptz,
  deactivated_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  unique (platform_id, platform_user_id),
  constraint user_email_taken unique (business_id, email)
);
create index user_memberships on app.business_user (platform_id, email, created_at, id);
create index user_in_order on app.business_user (platform_id, id);
create trigger touch before update on app.business_user for each row execute function app.touch();
call app.protect('app.business_user', 'business');
grant select, insert, update on app.business_user to inlay_app;

-- The roles of a person in a business, such as primary owner.
create table app.user_role (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  role text not null check (role in ('PRIMARY_OWNER', 'SECONDARY_OWNER', 'OPERATOR', 'PRIMARY_OWNER_CONFLICT')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
-- Of two concurrent claims to be the primary owner, one violates this index.
create unique index one_primary_owner on app.user_role (business_id) where role = 'PRIMARY_OWNER';
create index role_of_business on app.user_role (business_id);
call app.protect('app.user_role', 'business');
grant select, insert, delete on app.user_role to inlay_app;

-- Owners as the applicant declares them. The email is a contact address and proves no identity: identity is business_user.
create table app.business_owner (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid references app.business_user,
  is_primary boolean not null,
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  phone_number text,
  address jsonb,
  address_verified boolean not null default false,
  -- Hundredths of a percent; null if unknown.
  ownership_basis_points integer check (ownership_basis_points between 1 and 10000),
  -- A co-owner's position in the co-owner flow. The primary owner's position is the business's onboarding step.
  current_step text check (current_step in (
    'START_FLOW', 'COLLECT_PERSONAL_DETAILS', 'COLLECT_CONSENT', 'WAITING_FOR_OFFERS', 'REQUEST_ADDITIONAL_USER_INPUT', 'ONBOARDING_ERROR')),
  -- The reason that stops one co-owner is not disclosed to the others, so it is stored per owner and not per business.
  stopped_at timestamptz,
  -- The co-owner has finished the flow and no report contradicts the answers. Not visible to other owners.
  onboarded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint only_co_owner_has_step check (is_primary = (current_step is null)),
  check (onboarded_at is null or not is_primary)
);
create unique index one_primary_owner_record on app.business_owner (business_id) where is_primary;
create unique index one_co_owner_of_email on app.business_owner (business_id, email) where not is_primary;
create unique index one_owner_of_user on app.business_owner (user_id) where not is_primary;
create index owner_by_email on app.business_owner (platform_id, email);
create index owner_of_business on app.business_owner (business_id, created_at, id);
create trigger touch before update on app.business_owner for each row execute function app.touch();
call app.protect('app.business_owner', 'business');
grant select, insert, update, delete on app.business_owner to inlay_app;

-- Everyone who owns 20% or more is named, so there are at most four co-owners, and shares add up to at most 100%. The function locks
-- the business row, so that concurrent inserts are counted one after the other.
create function app.check_ownership() returns trigger language plpgsql as $$
begin
  perform from app.business b where b.id = new.business_id for no key update;
  if not new.is_primary and
    (select count(*) from app.business_owner o where o.business_id = new.business_id and not o.is_primary and o.id <> new.id) >= 4
  then
    raise exception 'a business has at most four co-owners' using errcode = 'check_violation', constraint = 'most_co_owners';
  end if;
  if new.ownership_basis_points +
    (select coalesce(sum(o.ownership_basis_points), 0) from app.business_owner o where o.business_id = new.business_id and o.id <> new.id) > 10000
  then
    raise exception 'shares add up to more than a whole' using errcode = 'check_violation', constraint = 'shares_of_a_whole';
  end if;
  return new;
end $$;
create trigger check_ownership before insert or update of business_id, is_primary, ownership_basis_points on app.business_owner
  for each row execute function app.check_ownership();

-- Invitations of a user to the portal or to an offer, and of a co-owner to the co-owner flow.
create table app.invitation (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  kind text not null check (kind in ('CONNECT_DIRECT', 'SECONDARY_OWNER', 'OFFER')),
  -- The invited person: an existing user, or a co-owner who becomes a user by accepting.
  user_id uuid references app.business_user,
  owner_id uuid references app.business_owner on delete cascade,
  -- The employee who asks an owner to apply or to continue.
  asked_by uuid references app.business_user,
  email text not null check (email = lower(email)),
  locale text not null check (locale in ('en', 'es')),
  -- Set when the email is rendered; the token itself exists only in the email.
  token_hash bytea unique,
  -- Wall-clock time, as for every token.
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  bounced_at timestamptz,
  -- The invited person denies being a co-owner. This is possible after accepting too, because the business is shown only then.
  declined_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'SECONDARY_OWNER') = (owner_id is not null)),
  check ((kind = 'SECONDARY_OWNER') = (user_id is null)),
  constraint asked_for_a_user check (asked_by is null or (kind = 'CONNECT_DIRECT' and asked_by <> user_id)),
  constraint only_co_owners_decline check (declined_at is null or kind = 'SECONDARY_OWNER')
);
-- A person has at most one valid invitation of a kind.
create unique index one_working_invitation on app.invitation (kind, user_id, owner_id) nulls not distinct
  where used_at is null and revoked_at is null and bounced_at is null and declined_at is null;
create index invitations_of_business on app.invitation (business_id, created_at, id);
call app.protect('app.invitation', 'business');
grant select, insert, update (token_hash, expires_at, used_at, revoked_at, bounced_at, declined_at) on app.invitation to inlay_app;

-- A co-owner is deleted, gets another email before starting, or declines. The function revokes the open invitation, removes the role of
-- the user who accepted it, and deactivates the membership if it has no other role.
create function app.release_co_owner() returns trigger language plpgsql as $$
begin
  update app.invitation i set revoked_at = now()
    where i.owner_id = old.id and i.used_at is null and i.revoked_at is null and i.bounced_at is null;
  if old.user_id is not null then
    delete from app.user_role r where r.user_id = old.user_id and r.role = 'SECONDARY_OWNER';
    update app.business_user u set deactivated_at = now()
      where u.id = old.user_id and not exists (select from app.user_role r where r.user_id = u.id);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.user_id := null;
  return new;
end $$;
create trigger release_co_owner before delete on app.business_owner for each row
  when (not old.is_primary) execute function app.release_co_owner();
create trigger release_changed_co_owner before update of email on app.business_owner for each row
  when (not old.is_primary and new.current_step = 'START_FLOW' and new.email <> old.email) execute function app.release_co_owner();
create trigger release_declining_co_owner before update of user_id on app.business_owner for each row
  when (not old.is_primary and old.user_id is not null and new.user_id is null) execute function app.release_co_owner();

-- A token that the partner's server creates for one person of one business. It is exchanged once for a session.
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

-- A session of the portal.
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

-- A sign-in by email code. Rows exist for unknown emails too, so that responses do not reveal who has an account; the worker decides
-- later whether there is a recipient.
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
create index sign_in_expiry on app.sign_in (expires_at);
call app.protect('app.sign_in', 'platform');
grant select, insert, update on app.sign_in to inlay_app;

-- Number of codes sent in the current hour to an email address or to a user, changed only by conditional updates.
create table app.code_quota (
  platform_id uuid not null references app.platform,
  -- The address of a sign-in; `user/` and the user's id for codes inside a session.
  subject text not null,
  hour_began_at timestamptz not null,
  codes integer not null,
  primary key (platform_id, subject)
);
create index code_quota_age on app.code_quota (hour_began_at);
call app.protect('app.code_quota', 'platform');
grant select, insert, update on app.code_quota to inlay_app;

-- A passkey of a user, with which the user confirms what leads money elsewhere.
create table app.user_passkey (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index passkey_of_user on app.user_passkey (user_id) where revoked_at is null;
call app.protect('app.user_passkey', 'business');
grant select, insert, update on app.user_passkey to inlay_app;

-- An email address or phone number at which a user has received and confirmed a code. It is a copy: a number or address that the user
-- enters later is not confirmed, and codes do not go to it.
create table app.confirmed_contact (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  kind text not null check (kind in ('PHONE', 'EMAIL')),
  value text not null,
  confirmed_at timestamptz not null default now(),
  primary key (user_id, kind)
);
call app.protect('app.confirmed_contact', 'business');
grant select, insert, update, delete on app.confirmed_contact to inlay_app;

-- A challenge to a user inside a session: a code, or bytes that a passkey signs. A session has stepped up while a passed challenge of it
-- and the user, with the purpose STEP_UP, is younger than ten minutes.
create table app.step_up (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  session_id uuid not null references app.session,
  user_id uuid not null references app.business_user,
  purpose text not null check (purpose in ('STEP_UP', 'VERIFY_PHONE', 'ADD_PASSKEY')),
  method text not null check (method in ('PASSKEY', 'SMS', 'EMAIL')),
  -- The address or number that the code is sent to.
  recipient text,
  locale text not null check (locale in ('en', 'es')),
  -- Set by the workflow that sends the code.
  code_hash bytea,
  challenge text,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  passed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint code_or_challenge check ((method = 'PASSKEY') = (recipient is null) and (method = 'PASSKEY') = (challenge is not null)),
  constraint phone_by_sms check (purpose <> 'VERIFY_PHONE' or method = 'SMS'),
  constraint passkey_by_passkey check (purpose <> 'ADD_PASSKEY' or method = 'PASSKEY')
);
create index step_up_of_session on app.step_up (session_id, user_id);
create index step_up_of_user on app.step_up (user_id);
create index step_up_expiry on app.step_up (expires_at);
call app.protect('app.step_up', 'business');
grant select, insert, update, delete on app.step_up to inlay_app;

-- Validates a session, selects the membership and narrows the transaction's scope to its business, in one round trip. Runs with the
-- caller's rights inside the platform that the token names.
create function app.enter_session(p_session uuid, p_user_index integer)
returns table (token_type text, email text, user_id uuid, business_id uuid, user_index integer, locale text, roles text[])
language plpgsql as $$
declare
  s app.session;
  membership record;
begin
  select * into s from app.session where id = p_session and revoked_at is null and expires_at > now();
  if not found then return; end if;
  if s.token_type <> 'BUSINESS_USER' then
    return query select s.token_type, s.email, s.user_id, null::uuid, null::integer, null::text, '{}'::text[];
    return;
  end if;
  select m.* into membership from (
    select u.id, u.business_id, u.locale, (row_number() over (order by u.created_at, u.id) - 1)::integer as position
    from app.business_user u
    where u.platform_id = s.platform_id and u.deactivated_at is null
      and (u.id = s.user_id or (s.email is not null and u.email = s.email))
  ) m where case when p_user_index is null then m.id = s.user_id else m.position = p_user_index end;
  -- Without a membership there is no business, and the scope must not stay the whole platform.
  perform set_config('inlay.business', coalesce(membership.business_id::text, ''), true);
  return query select s.token_type, s.email, membership.id, membership.business_id, membership.position, membership.locale,
    (select coalesce(array_agg(r.role order by r.role), '{}') from app.user_role r where r.user_id = membership.id);
end $$;
grant execute on function app.enter_session to inlay_app;

-- A short reference that a person reads out to support. It is derived from the random part of the id: it never changes, cannot be guessed
-- and does not reveal the number of businesses. Its alphabet omits letters that sound or look like others.
create function app.business_reference(p_business uuid) returns text language sql immutable parallel safe
begin atomic
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (bits >> (35 - 5 * place) & 31)::integer + 1, 1) || case place when 3 then '-' else '' end,
    '' order by place)
  from (select ('x' || right(replace(p_business::text, '-', ''), 10))::bit(40)::bigint as bits) random_part, generate_series(0, 7) place;
end;
grant execute on function app.business_reference to inlay_app, inlay_reader, inlay_lookup;
create index business_by_reference on app.business (app.business_reference(id));

grant select (id, platform_id) on app.business to inlay_lookup;
grant select (id, platform_id, token_hash) on app.invitation to inlay_lookup;
grant select (id, platform_id, business_id, token_hash) on app.connect_token to inlay_lookup;
grant select (id, platform_id, email, pkce_challenge, created_at) on app.sign_in to inlay_lookup;
create policy lookup on app.business for select to inlay_lookup using (true);
create policy lookup on app.invitation for select to inlay_lookup using (true);
create policy lookup on app.connect_token for select to inlay_lookup using (true);
create policy lookup on app.sign_in for select to inlay_lookup using (true);

-- Challenges, sign-ins and quotas of all tenants are deleted a day after their time.
grant select (id, expires_at), delete on app.step_up to inlay_lookup;
grant select (expires_at), delete on app.sign_in to inlay_lookup;
grant select (platform_id, subject, hour_began_at), delete on app.code_quota to inlay_lookup;
create policy lookup on app.step_up for select to inlay_lookup using (expires_at < now() - interval '1 day');
create policy lookup on app.code_quota for select to inlay_lookup using (hour_began_at < now() - interval '1 day');
create policy expired on app.step_up for delete to inlay_lookup using (expires_at < now() - interval '1 day');
create policy expired on app.sign_in for delete to inlay_lookup using (expires_at < now() - interval '1 day');
create policy expired on app.code_quota for delete to inlay_lookup using (hour_began_at < now() - interval '1 day');

-- Deletes at most p_limit rows of each of the three tables and returns how many it deleted.
create function app.delete_expired_codes(p_limit integer) returns integer language sql volatile security definer set search_path = ''
begin atomic
  with step_ups as (
    delete from app.step_up where id in (
      select id from app.step_up where expires_at < now() - interval '1 day' order by expires_at limit p_limit)
    returning id
  ), sign_ins as (
    delete from app.sign_in where id in (
      select id from app.sign_in where expires_at < now() - interval '1 day' order by expires_at limit p_limit)
    returning id
  ), quotas as (
    delete from app.code_quota where (platform_id, subject) in (
      select platform_id, subject from app.code_quota where hour_began_at < now() - interval '1 day' order by hour_began_at limit p_limit)
    returning platform_id
  )
  select ((select count(*) from step_ups) + (select count(*) from sign_ins) + (select count(*) from quotas))::integer;
end;

create function app.find_business(p_id uuid)
returns table (platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select b.platform_id, b.id from app.business b where b.id = p_id;
end;

-- Staff find a business by its reference without knowing its platform. A reference is not unique, so several businesses may match.
create function app.find_businesses_by_reference(p_reference text)
returns table (platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select b.platform_id, b.id from app.business b
  where app.staff_in_scope() and app.business_reference(b.id) = p_reference order by b.id limit 20;
end;

create function app.find_invitation(p_hash bytea)
returns table (id uuid, platform_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id from app.invitation i where i.token_hash = p_hash;
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

revoke execute on function
  app.find_business, app.find_businesses_by_reference, app.find_invitation, app.find_connect_token, app.find_sign_in,
  app.delete_expired_codes from public;
grant execute on function
  app.find_business, app.find_businesses_by_reference, app.find_invitation, app.find_connect_token, app.find_sign_in,
  app.delete_expired_codes to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_business owner to inlay_lookup;
alter function app.find_businesses_by_reference owner to inlay_lookup;
alter function app.find_invitation owner to inlay_lookup;
alter function app.find_connect_token owner to inlay_lookup;
alter function app.find_sign_in owner to inlay_lookup;
alter function app.delete_expired_codes owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
