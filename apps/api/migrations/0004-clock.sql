-- Business time and due rows.

-- The virtual clock of a business in the sandbox. Without a row, business time is wall-clock time.
create table app.business_clock (
  business_id uuid primary key references app.business,
  platform_id uuid not null references app.platform,
  now_at timestamptz not null,
  -- Both are set while the clock advances. Only the advance moves the clock, and it runs until it reaches advancing_to_at.
  advancing_from_at timestamptz,
  advancing_to_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check ((advancing_from_at is null) = (advancing_to_at is null)),
  check (now_at between advancing_from_at and advancing_to_at)
);
create index clock_advancing on app.business_clock (business_id) where advancing_to_at is not null;
create trigger touch before update on app.business_clock for each row execute function app.touch();
call app.protect('app.business_clock', 'business');
grant select, insert, update on app.business_clock to inlay_app;

create function app.refuse_to_go_back() returns trigger language plpgsql as $$
begin
  if new.now_at < old.now_at then
    raise exception 'a clock does not go back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger forward_only before update of now_at on app.business_clock for each row execute function app.refuse_to_go_back();

create function app.business_now(p_business uuid) returns timestamptz language sql stable
  return coalesce((select now_at from app.business_clock where business_id = p_business), now());
grant execute on function app.business_now to inlay_app, inlay_reader;

-- The worker finds due rows of all tenants as inlay_engine, which reads ids and times and no contents.
grant select (business_id, platform_id, now_at, advancing_to_at, updated_at) on app.business_clock to inlay_engine;
create policy engine on app.business_clock for select to inlay_engine using (true);

-- Lookup functions of other files call app.business_now.
grant select (business_id, now_at) on app.business_clock to inlay_lookup;
create policy lookup on app.business_clock for select to inlay_lookup using (true);

-- The last run of a job that belongs to no tenant.
create table app.regular_job (
  name text primary key,
  ran_at timestamptz not null
);
grant select, insert, update on app.regular_job to inlay_app;

-- Registers a table whose rows become due at next_action_at; null means never. The table needs id, platform_id and business_id. One index
-- finds the due rows of a platform in order, the other those of a business.
create procedure app.watch_due(target regclass) language plpgsql as $$
declare
  name text := (select relname from pg_class where oid = target);
begin
  execute format('create index %I on %s (platform_id, next_action_at, id) where next_action_at is not null', name || '_due', target);
  execute format('create index %I on %s (business_id, next_action_at, id) where next_action_at is not null', name || '_due_of_business', target);
  execute format('grant select (id, platform_id, business_id, next_action_at) on %s to inlay_engine', target);
  execute format('create policy clock on %s for select to inlay_engine using (true)', target);
end $$;
