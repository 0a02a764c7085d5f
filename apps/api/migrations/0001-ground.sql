-- The ground everything stands on: who may see what, and how a row changes.
--
-- A tenant is a platform and, inside it, a business. A transaction says whose it is with two settings that end with it:
--   inlay.platform   the platform
--   inlay.business   the business, or the nil uuid for "the whole platform" (the partner's own server)
-- Nothing said, nothing seen.

create schema app;
grant usage on schema app to inlay_app, inlay_reader, inlay_engine, inlay_doorman;

create function app.platform_in_scope() returns uuid language sql stable parallel safe
  return nullif(current_setting('inlay.platform', true), '')::uuid;

create function app.business_in_scope() returns uuid language sql stable parallel safe
  return nullif(current_setting('inlay.business', true), '')::uuid;

create function app.whole_platform_in_scope() returns boolean language sql stable parallel safe
  return app.business_in_scope() = '00000000-0000-0000-0000-000000000000';

-- How far into the tenant tree a table reaches:
--   business   rows of one business; platform rows among them (business_id null) only for the whole platform
--   shared     rows of the platform that its businesses may see too (look, settings)
--   platform   rows of the platform that none of its businesses may see (keys, sessions)
create procedure app.protect(target regclass, reach text, business_column text default 'business_id', platform_column text default 'platform_id')
language plpgsql as $$
declare
  own_platform text := format('%I = app.platform_in_scope()', platform_column);
  condition text := case reach
    when 'business' then format('%s and (%I = app.business_in_scope() or app.whole_platform_in_scope())', own_platform, business_column)
    when 'shared' then own_platform
    when 'platform' then format('%s and app.whole_platform_in_scope()', own_platform)
  end;
begin
  if condition is null then raise exception 'unknown reach %', reach; end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to inlay_app, inlay_reader using (%s) with check (%s)', target, condition, condition);
  execute format('grant select on %s to inlay_reader', target);
end $$;

-- Every change of a row counts its version up, so that nobody can forget to.
create function app.touch() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
