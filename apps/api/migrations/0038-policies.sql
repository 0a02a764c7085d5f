-- Policies are tried on past decisions before they count.

-- An id for the audit trail and approval requests, which name objects by uuid.
alter table app.policy add column id uuid not null default uuidv7() unique;

-- A trial of a policy on past decisions of all tenants. The row holds counts and sums, and no row of a single business.
create table app.shadow_run (
  id uuid primary key default uuidv7(),
  platform_id uuid not null default app.staff_platform() references app.platform check (platform_id = app.staff_platform()),
  policy_version text not null,
  -- Decisions of this many days before the run are compared, by wall time, because businesses in the sandbox have clocks of their own.
  days integer not null check (days between 1 and 365),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'FAILED')),
  -- The last decision that was counted. Newer ones were counted before it.
  last_decision_id uuid,
  -- As ShadowTally in packages/lending defines it.
  tally jsonb not null,
  -- Older decisions were left out, because a run compares a limited number.
  is_cut boolean not null default false,
  requested_by uuid not null references app.staff_member,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint ended_when_not_running check ((state = 'RUNNING') = (ended_at is null)),
  unique (id, policy_version, state)
);
create unique index one_run_of_version on app.shadow_run (policy_version) where state = 'RUNNING';
create index shadow_runs_of_version on app.shadow_run (policy_version, id);
call app.protect('app.shadow_run', 'platform');
grant select, insert, update (state, last_decision_id, tally, is_cut, ended_at) on app.shadow_run to inlay_app;

-- Only a policy that was tried to the end can be activated, by two people: the keys name a run of this version that is done, and an
-- approved request of this kind.
alter table app.staff_request add constraint request_as_decided unique (id, kind, people, state);
alter table app.policy_activation
  add column shadow_run_id uuid not null,
  add column shadow_run_state text not null default 'DONE' check (shadow_run_state = 'DONE'),
  add column request_kind text not null default 'policy.activate' check (request_kind = 'policy.activate'),
  add column request_people integer not null default 2 check (request_people = 2),
  add column request_state text not null default 'APPROVED' check (request_state = 'APPROVED'),
  add constraint tried_before foreign key (shadow_run_id, version, shadow_run_state)
    references app.shadow_run (id, policy_version, state),
  add constraint approved_by_two foreign key (staff_request_id, request_kind, request_people, request_state)
    references app.staff_request (id, kind, people, state);

-- A shadow run goes through the decisions of all tenants by id, newest first: the last one of each application and round.
create index decisions_in_order on app.decision (created_at, id);
grant select (id, platform_id, business_id, application_id, number, round, created_at) on app.decision to inlay_lookup;
create policy lookup on app.decision for select to inlay_lookup using (true);
create function app.list_decisions_to_compare(p_from timestamptz, p_until timestamptz, p_before uuid, p_limit integer)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select d.id, d.platform_id, d.business_id from app.decision d
  where app.staff_in_scope() and d.created_at >= p_from and d.created_at < p_until
    and (p_before is null or (d.created_at, d.id) < (select b.created_at, b.id from app.decision b where b.id = p_before))
    and not exists (
      select from app.decision later
      where later.application_id = d.application_id and later.round = d.round and later.number > d.number and later.created_at < p_until)
  order by d.created_at desc, d.id desc limit p_limit;
end;
revoke execute on function app.list_decisions_to_compare from public;
grant execute on function app.list_decisions_to_compare to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.list_decisions_to_compare owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
