-- Time that passes, and what is due.

-- While a clock is being advanced, where from and where to. Only the advance moves it, and it goes on until it is there.
alter table app.business_clock
  add column advancing_from_at timestamptz,
  add column advancing_to_at timestamptz,
  add check ((advancing_from_at is null) = (advancing_to_at is null)),
  add check (now_at between advancing_from_at and advancing_to_at);
create index clock_advancing on app.business_clock (business_id) where advancing_to_at is not null;

create function app.refuse_to_go_back() returns trigger language plpgsql as $$
begin
  if new.now_at < old.now_at then
    raise exception 'a clock does not go back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger forward_only before update of now_at on app.business_clock for each row execute function app.refuse_to_go_back();

-- The worker looks for what is due across all tenants as the engine's role: by ids and moments, never by contents.
grant select (business_id, platform_id, now_at, advancing_to_at, updated_at) on app.business_clock to inlay_engine;
create policy engine on app.business_clock for select to inlay_engine using (true);

-- Says that the rows of a table become due at their next_action_at; null is never. Needs id, platform_id and business_id beside it.
-- One index finds what is due on a platform, in order; the other what is due for a business.
create procedure app.watch_due(target regclass) language plpgsql as $$
declare
  name text := (select relname from pg_class where oid = target);
begin
  execute format('create index %I on %s (platform_id, next_action_at, id) where next_action_at is not null', name || '_due', target);
  execute format('create index %I on %s (business_id, next_action_at, id) where next_action_at is not null', name || '_due_of_business', target);
  execute format('grant select (id, platform_id, business_id, next_action_at) on %s to inlay_engine', target);
  execute format('create policy clock on %s for select to inlay_engine using (true)', target);
end $$;

-- Is everything quiet around a business? Asked at every stop of an advance.
create index story_of_business on app.story (business_id, state);

-- A prequalification holds through its last day and expires with the next. The moment follows from the row itself.
alter table app.prequalification
  add column expired_at timestamptz,
  add column next_action_at timestamptz
    generated always as (case when expired_at is null then (expires_date + 1)::timestamp at time zone 'UTC' end) stored;
call app.watch_due('app.prequalification');
