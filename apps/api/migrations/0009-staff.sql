-- Staff members, their passkeys, sign-ins and sessions. All rows belong to the staff platform.

-- A member of staff.
create table app.staff_member (
  id uuid primary key default uuidv7(),
  platform_id uuid not null default app.staff_platform() references app.platform check (platform_id = app.staff_platform()),
  email text not null check (email = lower(email)),
  name text not null,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['UNDERWRITER', 'OPERATIONS', 'TREASURY', 'ADMIN']),
  -- Shown once for the member's device; encrypted with the staff platform's data key and bound to the row.
  encrypted_totp bytea,
  -- The time step of the last accepted code. A code is accepted once.
  totp_step bigint not null default 0,
  invitation_hash bytea,
  invitation_expires_at timestamptz,
  deactivated_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint staff_email_taken unique (email)
);
create trigger touch before update on app.staff_member for each row execute function app.touch();
call app.protect('app.staff_member', 'platform');
grant select, insert, update on app.staff_member to inlay_app;

-- A passkey of a member.
create table app.staff_passkey (
  id uuid primary key default uuidv7(),
  platform_id uuid not null default app.staff_platform() references app.platform check (platform_id = app.staff_platform()),
  member_id uuid not null references app.staff_member,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
call app.protect('app.staff_passkey', 'platform');
grant select, insert, update on app.staff_passkey to inlay_app;

-- A challenge that a passkey signs, valid once and for minutes.
create table app.staff_challenge (
  id uuid primary key,
  platform_id uuid not null default app.staff_platform() references app.platform check (platform_id = app.staff_platform()),
  -- Null for a sign-in: the passkey identifies the member.
  member_id uuid references app.staff_member,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
call app.protect('app.staff_challenge', 'platform');
grant select, insert, update on app.staff_challenge to inlay_app;

-- A sign-in by email code. Rows exist for unknown emails too, as in app.sign_in.
create table app.staff_sign_in (
  id uuid primary key,
  platform_id uuid not null default app.staff_platform() references app.platform check (platform_id = app.staff_platform()),
  email text not null check (email = lower(email)),
  code_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
call app.protect('app.staff_sign_in', 'platform');
grant select, insert, update on app.staff_sign_in to inlay_app;

-- A session of a member.
create table app.staff_session (
  id uuid primary key default uuidv7(),
  platform_id uuid not null default app.staff_platform() references app.platform check (platform_id = app.staff_platform()),
  member_id uuid not null references app.staff_member,
  method text not null check (method in ('CODE', 'PASSKEY')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index staff_session_of_member on app.staff_session (member_id) where revoked_at is null;
call app.protect('app.staff_session', 'platform');
grant select, insert, update on app.staff_session to inlay_app;
