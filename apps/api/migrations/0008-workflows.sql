-- A workflow that the engine runs, usually across a vendor. Its row is inserted in the transaction of its cause, so PostgreSQL alone knows
-- what is open and the engine's store may be lost.
create table app.workflow_run (
  kind text not null,
  id uuid not null,
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  attempt integer not null default 1,
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'FAILED')),
  -- Set when the relay submits the workflow to the engine.
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (kind, id)
);
create index workflow_to_submit on app.workflow_run (created_at, kind, id) where state = 'OPEN' and submitted_at is null;
create index workflow_open on app.workflow_run (kind, id) where state = 'OPEN';
-- An advance of a business's clock waits until no workflow of the business is open.
create index workflow_of_business on app.workflow_run (business_id, state);
call app.protect('app.workflow_run', 'business');
grant select, insert, update on app.workflow_run to inlay_app;

-- inlay_engine sees which events and workflows of all tenants are open, by id and without contents.
grant select (id, platform_id, business_id, stream, sequence, relayed_at, handled_at), update (relayed_at) on app.event to inlay_engine;
grant select, update (submitted_at) on app.workflow_run to inlay_engine;
create policy engine on app.event to inlay_engine using (true);
create policy engine on app.workflow_run to inlay_engine using (true);

create function app.notify_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('inlay_work', tg_table_name);
  return null;
end $$;
create trigger notify_work after insert on app.event for each statement execute function app.notify_work();
create trigger notify_work after insert on app.workflow_run for each statement execute function app.notify_work();
