-- Our own people, what waits for them, and what they asked for.
--
-- The office is a platform of its own that no partner has. Staff, their sessions, their mails and their audit trail live under it
-- and under the same row security as everybody's: a transaction that is not the office's sees none of it, and one of the office's
-- sees neither a tenant nor the books.

alter table app.platform no force row level security;
insert into app.platform (id, name) values ('00000000-0000-7000-8000-000000000001', 'Office');
alter table app.platform force row level security;

create function app.office() returns uuid language sql immutable parallel safe
  return '00000000-0000-7000-8000-000000000001'::uuid;

create function app.office_in_scope() returns boolean language sql stable parallel safe
  return app.platform_in_scope() = app.office() and app.whole_platform_in_scope();

create table app.staff_member (
  id uuid primary key default uuidv7(),
  platform_id uuid not null default app.office() references app.platform check (platform_id = app.office()),
  email text not null check (email = lower(email)),
  name text not null,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['UNDERWRITER', 'OPERATIONS', 'TREASURY', 'ADMIN']),
  -- Told to a person's device once; sealed with the office's data key and bound to the row.
  sealed_totp bytea,
  -- A code of the device works once: the step of the last one that did.
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

create table app.staff_passkey (
  id uuid primary key default uuidv7(),
  platform_id uuid not null default app.office() references app.platform check (platform_id = app.office()),
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

-- What a passkey is asked to sign, once and within minutes.
create table app.staff_challenge (
  id uuid primary key,
  platform_id uuid not null default app.office() references app.platform check (platform_id = app.office()),
  -- Null for a sign-in: who it is, the passkey says.
  member_id uuid references app.staff_member,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
call app.protect('app.staff_challenge', 'platform');
grant select, insert, update on app.staff_challenge to inlay_app;

-- A sign-in by e-mail code. As at the portal, rows exist for unknown people too.
create table app.staff_sign_in (
  id uuid primary key,
  platform_id uuid not null default app.office() references app.platform check (platform_id = app.office()),
  email text not null check (email = lower(email)),
  code_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
call app.protect('app.staff_sign_in', 'platform');
grant select, insert, update on app.staff_sign_in to inlay_app;

create table app.staff_session (
  id uuid primary key default uuidv7(),
  platform_id uuid not null default app.office() references app.platform check (platform_id = app.office()),
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

-- Something that waits for a person of ours. It belongs to the tenant it is about; the subject is an id and says nothing itself.
create table app.task (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  kind text not null,
  subject_id uuid not null,
  due_at timestamptz not null,
  assignee_id uuid references app.staff_member,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
-- Opening the same one twice is opening it once; what comes back after it was closed is a new one.
create unique index one_open_task on app.task (kind, subject_id) where closed_at is null;
create index task_in_order on app.task (due_at, id) where closed_at is null;
call app.protect('app.task', 'business');
grant select, insert, update (assignee_id, closed_at) on app.task to inlay_app;

create function app.request_hash(kind text, platform uuid, business uuid, subject uuid, payload jsonb)
returns bytea language sql immutable
  return sha256(convert_to(jsonb_build_array(kind, platform, business, subject, payload)::text, 'UTF8'));

-- What one member asked for and, where it takes two, another decided. Who asked and for what can never be changed, and the hash
-- is made here, so what is agreed to is what was asked for.
create table app.staff_request (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  kind text not null,
  subject_id uuid not null,
  payload jsonb not null,
  payload_hash bytea not null generated always as (
    app.request_hash(kind, platform_id, business_id, subject_id, payload)) stored,
  people integer not null check (people in (1, 2)),
  maker_id uuid not null references app.staff_member,
  maker_reason text not null check (length(maker_reason) between 1 and 500),
  checker_id uuid references app.staff_member,
  checker_reason text check (length(checker_reason) between 1 and 500),
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'REJECTED')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint maker_is_not_checker check (checker_id <> maker_id),
  constraint two_people check (people = 1 or state = 'PENDING' or (checker_id is not null and checker_reason is not null)),
  check ((state = 'PENDING') = (decided_at is null))
);
create unique index one_pending_request on app.staff_request (kind, subject_id) where state = 'PENDING';
create index staff_request_in_order on app.staff_request (created_at, id);
call app.protect('app.staff_request', 'business');
grant select, insert, update (state, checker_id, checker_reason, decided_at) on app.staff_request to inlay_app;

-- Of several who decide at once the first does. The others change nothing, and see that they did not.
create function app.decide_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'PENDING' then return null; end if;
  return new;
end $$;
create trigger decide_once before update on app.staff_request for each row execute function app.decide_once();

-- Staff work across tenants, one at a time. To find the one, and to see what waits everywhere, three more functions of the
-- doorman look past row security. They answer to the office alone, and with ids, kinds and times only.
grant select (id, platform_id) on app.business to inlay_doorman;
grant select (id, platform_id, business_id, kind, subject_id, due_at, assignee_id, created_at, closed_at) on app.task to inlay_doorman;
grant select (id, platform_id, business_id, kind, subject_id, people, maker_id, checker_id, state, created_at, decided_at)
  on app.staff_request to inlay_doorman;
create policy doorman on app.business for select to inlay_doorman using (true);
create policy doorman on app.task for select to inlay_doorman using (true);
create policy doorman on app.staff_request for select to inlay_doorman using (true);

create function app.find_tenant(p_kind text, p_id uuid)
returns table (platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select b.platform_id, b.id from app.business b where app.office_in_scope() and p_kind = 'business' and b.id = p_id
  union all
  select t.platform_id, t.business_id from app.task t where app.office_in_scope() and p_kind = 'task' and t.id = p_id
  union all
  select r.platform_id, r.business_id from app.staff_request r
  where app.office_in_scope() and p_kind = 'request' and r.id = p_id;
end;

create function app.list_tasks(p_kind text, p_assignee uuid, p_unclaimed boolean, p_after uuid, p_limit integer)
returns table (id uuid, platform_id uuid, business_id uuid, kind text, subject_id uuid, due_at timestamptz, assignee_id uuid,
  created_at timestamptz)
language sql stable security definer set search_path = ''
begin atomic
  select t.id, t.platform_id, t.business_id, t.kind, t.subject_id, t.due_at, t.assignee_id, t.created_at from app.task t
  where app.office_in_scope() and t.closed_at is null
    and (p_kind is null or t.kind = p_kind)
    and (p_assignee is null or t.assignee_id = p_assignee)
    and (not p_unclaimed or t.assignee_id is null)
    and (p_after is null or (t.due_at, t.id) > (select a.due_at, a.id from app.task a where a.id = p_after))
  order by t.due_at, t.id limit p_limit;
end;

create function app.list_requests(p_state text, p_after uuid, p_limit integer)
returns table (id uuid, platform_id uuid, business_id uuid, kind text, subject_id uuid, people integer, maker_id uuid,
  checker_id uuid, state text, created_at timestamptz, decided_at timestamptz)
language sql stable security definer set search_path = ''
begin atomic
  select r.id, r.platform_id, r.business_id, r.kind, r.subject_id, r.people, r.maker_id, r.checker_id, r.state, r.created_at,
    r.decided_at
  from app.staff_request r
  where app.office_in_scope() and (p_state is null or r.state = p_state)
    and (p_after is null or (r.created_at, r.id) > (select a.created_at, a.id from app.staff_request a where a.id = p_after))
  order by r.created_at, r.id limit p_limit;
end;

revoke execute on function app.find_tenant, app.list_tasks, app.list_requests from public;
grant execute on function app.find_tenant, app.list_tasks, app.list_requests to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_tenant owner to inlay_doorman;
alter function app.list_tasks owner to inlay_doorman;
alter function app.list_requests owner to inlay_doorman;
revoke create on schema app from inlay_doorman;
