-- Schema, tenant scopes, row security and row versions. Roles belong to the cluster and exist before the first migration.
--
-- A tenant is a platform and, inside it, a business. Two transaction-local settings select the tenant:
--   inlay.platform   the platform
--   inlay.business   the business, or the nil uuid for the whole platform (the partner's server)
-- Row security hides every row from a transaction that sets neither.

create schema app;
grant usage on schema app to inlay_app, inlay_reader, inlay_engine, inlay_lookup;

create function app.platform_in_scope() returns uuid language sql stable parallel safe
  return nullif(current_setting('inlay.platform', true), '')::uuid;

create function app.business_in_scope() returns uuid language sql stable parallel safe
  return nullif(current_setting('inlay.business', true), '')::uuid;

create function app.whole_platform_in_scope() returns boolean language sql stable parallel safe
  return app.business_in_scope() = '00000000-0000-0000-0000-000000000000';

-- Rows without a tenant, such as a capital call, are visible only in the internal scope: the nil uuid as platform.
create function app.internal_in_scope() returns boolean language sql stable parallel safe
  return app.platform_in_scope() = '00000000-0000-0000-0000-000000000000';

-- Staff members, their sessions, emails and audit trail belong to a platform of their own that no partner has, under the same row
-- security as every tenant. A staff transaction sees no tenant's rows and no ledger rows; other transactions see no staff rows.
create function app.staff_platform() returns uuid language sql immutable parallel safe
  return '00000000-0000-7000-8000-000000000001'::uuid;

create function app.staff_in_scope() returns boolean language sql stable parallel safe
  return app.platform_in_scope() = app.staff_platform() and app.whole_platform_in_scope();

-- Row security is forced on the owner of the tables too, so a migration that fills a column would find no row. The migrator sets
-- inlay.migrating in its session; any other session of the owner sees no tenant's row.
create function app.is_migrating() returns boolean language sql stable parallel safe
  return coalesce(current_setting('inlay.migrating', true), '') = 'on';

create procedure app.open_to_migrations(target regclass) language plpgsql as $$
begin
  execute format('create policy migration on %s to inlay_owner using (app.is_migrating()) with check (app.is_migrating())', target);
end $$;

-- Enables row security on a table and adds its tenant policy. `reach` says who sees the rows:
--   business   the business of the row; rows without a business only in the scope of the whole platform
--   shared     the platform and all its businesses (themes, settings)
--   platform   only the whole platform, none of its businesses (keys, sessions)
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
  call app.open_to_migrations(target);
end $$;

-- The database increments the version, so that no update can omit it.
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
