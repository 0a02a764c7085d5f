-- Tasks for staff, and the approval requests of staff actions.

-- A task belongs to the tenant it is about; its subject is an id without contents.
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
-- Opening an open task again has no effect; after it is closed, the same cause opens a new task.
create unique index one_open_task on app.task (kind, subject_id) where closed_at is null;
create index task_in_order on app.task (due_at, id) where closed_at is null;
call app.protect('app.task', 'business');
-- Reconciliation runs in the internal scope and opens tasks about unexplained bank lines on the staff platform.
create policy internal on app.task for insert to inlay_app
  with check (platform_id = app.staff_platform() and business_id is null and app.internal_in_scope());
grant select, insert, update (assignee_id, closed_at) on app.task to inlay_app;

create function app.request_hash(kind text, platform uuid, business uuid, subject uuid, payload jsonb)
returns bytea language sql immutable
  return sha256(convert_to(jsonb_build_array(kind, platform, business, subject, payload)::text, 'UTF8'));

-- A request of one staff member and, where two people are required, the decision of another. The request itself is immutable and the
-- database computes its hash, so that an approval always applies to what was requested.
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

-- Of several concurrent decisions the first applies. The others update no row, which their caller sees.
create function app.decide_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'PENDING' then return null; end if;
  return new;
end $$;
create trigger decide_once before update on app.staff_request for each row execute function app.decide_once();

-- Staff work in one tenant's scope at a time. These lookup functions find that tenant and list open work of all tenants. They return rows
-- only in the staff scope, and only ids, kinds and times.
grant select (id, platform_id, business_id, kind, subject_id, due_at, assignee_id, created_at, closed_at) on app.task to inlay_lookup;
grant select (id, platform_id, business_id, kind, subject_id, people, maker_id, checker_id, state, created_at, decided_at)
  on app.staff_request to inlay_lookup;
grant select (id) on app.platform to inlay_lookup;
create policy lookup on app.platform for select to inlay_lookup using (true);
create policy lookup on app.task for select to inlay_lookup using (true);
create policy lookup on app.staff_request for select to inlay_lookup using (true);

create function app.find_tenant(p_kind text, p_id uuid)
returns table (platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select b.platform_id, b.id from app.business b where app.staff_in_scope() and p_kind = 'business' and b.id = p_id
  union all
  select t.platform_id, t.business_id from app.task t where app.staff_in_scope() and p_kind = 'task' and t.id = p_id
  union all
  select r.platform_id, r.business_id from app.staff_request r
  where app.staff_in_scope() and p_kind = 'request' and r.id = p_id
  union all
  select p.id, null from app.platform p
  where app.staff_in_scope() and p_kind = 'platform' and p.id = p_id and p.id <> app.staff_platform();
end;

create function app.list_tasks(p_kind text, p_assignee uuid, p_unclaimed boolean, p_after uuid, p_limit integer)
returns table (id uuid, platform_id uuid, business_id uuid, kind text, subject_id uuid, due_at timestamptz, assignee_id uuid,
  created_at timestamptz)
language sql stable security definer set search_path = ''
begin atomic
  select t.id, t.platform_id, t.business_id, t.kind, t.subject_id, t.due_at, t.assignee_id, t.created_at from app.task t
  where app.staff_in_scope() and t.closed_at is null
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
  where app.staff_in_scope() and (p_state is null or r.state = p_state)
    and (p_after is null or (r.created_at, r.id) > (select a.created_at, a.id from app.staff_request a where a.id = p_after))
  order by r.created_at, r.id limit p_limit;
end;

revoke execute on function app.find_tenant, app.list_tasks, app.list_requests from public;
grant execute on function app.find_tenant, app.list_tasks, app.list_requests to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_tenant owner to inlay_lookup;
alter function app.list_tasks owner to inlay_lookup;
alter function app.list_requests owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
