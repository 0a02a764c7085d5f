-- Events and the audit trail: one stream per business and one per platform, each with gapless events and hash-chained audit rows.

-- The last numbers and the last audit hash of a business or platform. Its row lock orders the commands of a business.
create table app.stream (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  sequence bigint not null default 0,
  audit_sequence bigint not null default 0,
  audit_hash bytea not null default ''
);
call app.protect('app.stream', 'business');
grant select, insert, update on app.stream to inlay_app;

-- What happened, numbered without gaps within its stream.
create table app.event (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  stream uuid not null references app.stream,
  sequence bigint not null,
  -- The kinds, and the shape of the body in each version, are in packages/contracts/src/events.
  kind text not null,
  version integer not null check (version > 0),
  body jsonb not null,
  -- An accountant acts for a business without being one of its users.
  actor_kind text not null check (actor_kind in ('SYSTEM', 'STAFF', 'USER', 'PLATFORM_KEY', 'VENDOR', 'ACCOUNTANT')),
  actor_id uuid,
  request_id text,
  -- Business time; recorded_at is wall-clock time.
  happened_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Set when the event is submitted to the engine.
  relayed_at timestamptz,
  -- Set when every event handler has finished.
  handled_at timestamptz,
  unique (stream, sequence)
);
create index event_to_relay on app.event (stream, sequence) where relayed_at is null;
create index event_to_handle on app.event (stream, sequence) where handled_at is null;
call app.protect('app.event', 'business');
grant select, insert, update (handled_at) on app.event to inlay_app;

-- Who did what to which object. Each row carries a hash over the row before it.
create table app.audit (
  stream uuid not null references app.stream,
  sequence bigint not null,
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  action text not null,
  actor_kind text not null,
  actor_id uuid,
  object_kind text not null,
  object_id uuid not null,
  before_hash bytea,
  after_hash bytea,
  request_id text,
  recorded_at timestamptz not null,
  hash bytea not null,
  primary key (stream, sequence)
);
create trigger append_only before update or delete or truncate on app.audit for each statement execute function app.refuse_change();
call app.protect('app.audit', 'business');
grant select, insert on app.audit to inlay_app;

-- The hash of an audit row covers the whole row and the previous hash.
create function app.audit_link(previous bytea, entry app.audit) returns bytea language sql immutable
  return sha256(previous || convert_to(jsonb_build_array(
    entry.stream, entry.sequence, entry.platform_id, entry.business_id, entry.action, entry.actor_kind, entry.actor_id,
    entry.object_kind, entry.object_id, encode(entry.before_hash, 'hex'), encode(entry.after_hash, 'hex'), entry.request_id,
    extract(epoch from entry.recorded_at))::text, 'UTF8'));

-- Adds an event and an audit row in the transaction of the change. The lock on the stream's row orders the sequence and keeps it gapless:
-- a rollback returns the number.
create function app.record(
  p_platform uuid, p_business uuid, p_kind text, p_version integer, p_body jsonb, p_action text, p_object_kind text, p_object_id uuid,
  p_before bytea, p_after bytea, p_actor_kind text, p_actor_id uuid, p_request_id text)
returns bigint language plpgsql as $$
declare
  s app.stream;
  entry app.audit;
begin
  insert into app.stream (id, platform_id, business_id, sequence, audit_sequence)
  values (coalesce(p_business, p_platform), p_platform, p_business, 1, 1)
  on conflict (id) do update set sequence = stream.sequence + 1, audit_sequence = stream.audit_sequence + 1
  returning * into s;
  insert into app.event (platform_id, business_id, stream, sequence, kind, version, body, actor_kind, actor_id, request_id, happened_at)
  values (p_platform, p_business, s.id, s.sequence, p_kind, p_version, p_body, p_actor_kind, p_actor_id, p_request_id,
    app.business_now(p_business));
  entry := row(s.id, s.audit_sequence, p_platform, p_business, p_action, p_actor_kind, p_actor_id, p_object_kind, p_object_id,
    p_before, p_after, p_request_id, clock_timestamp(), '');
  entry.hash := app.audit_link(s.audit_hash, entry);
  insert into app.audit select entry.*;
  update app.stream set audit_hash = entry.hash where id = s.id;
  return s.sequence;
end $$;
grant execute on function app.record to inlay_app;

-- Returns the sequence of the first audit row of a stream that does not follow from its predecessor, the number after the last row if rows
-- are missing at the end, and null if the chain is intact.
create function app.audit_break(p_stream uuid) returns bigint language plpgsql stable as $$
declare
  expected bigint := 0;
  link bytea := '';
  entry app.audit;
  head app.stream;
begin
  for entry in select * from app.audit where stream = p_stream order by sequence loop
    expected := expected + 1;
    if entry.sequence <> expected or entry.hash <> app.audit_link(link, entry) then return expected; end if;
    link := entry.hash;
  end loop;
  select * into head from app.stream where id = p_stream;
  if head.audit_sequence <> expected or head.audit_hash <> link then return expected + 1; end if;
  return null;
end $$;
grant execute on function app.audit_break to inlay_app, inlay_reader;
