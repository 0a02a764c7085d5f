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
  -- An accountant acts for a business without being one of its users. OWNER is an owner who followed the link of an email without signing in;
  -- the actor's id is that of the link.
  actor_kind text not null check (actor_kind in ('SYSTEM', 'STAFF', 'USER', 'PLATFORM_KEY', 'VENDOR', 'ACCOUNTANT', 'OWNER')),
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

-- Who did what to which object. Each row carries a keyed hash over itself and the row before it.
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

-- A command is recorded in its own transaction by two calls, because the server computes the hash of the audit row: its key is not in the
-- database. The first adds the event; the lock on the stream's row orders the sequence and keeps it gapless: a rollback returns the number.
create function app.begin_record(
  p_platform uuid, p_business uuid, p_kind text, p_version integer, p_body jsonb, p_actor_kind text, p_actor_id uuid, p_request_id text)
returns table (stream uuid, sequence bigint, audit_sequence bigint, previous bytea, recorded_at timestamptz) language plpgsql as $$
declare
  s app.stream;
begin
  insert into app.stream as existing (id, platform_id, business_id, sequence, audit_sequence)
  values (coalesce(p_business, p_platform), p_platform, p_business, 1, 1)
  on conflict (id) do update set sequence = existing.sequence + 1, audit_sequence = existing.audit_sequence + 1
  returning * into s;
  insert into app.event (platform_id, business_id, stream, sequence, kind, version, body, actor_kind, actor_id, request_id, happened_at)
  values (p_platform, p_business, s.id, s.sequence, p_kind, p_version, p_body, p_actor_kind, p_actor_id, p_request_id,
    app.business_now(p_business));
  -- A date of the server has milliseconds, and the hash covers what is stored.
  return query select s.id, s.sequence, s.audit_sequence, s.audit_hash, date_trunc('milliseconds', clock_timestamp());
end $$;

-- The second adds the audit row. It is refused if another command of the same transaction was begun in between, because both would then
-- follow from the same row.
create function app.end_record(
  p_stream uuid, p_sequence bigint, p_action text, p_object_kind text, p_object_id uuid, p_before bytea, p_after bytea, p_actor_kind text, p_actor_id uuid,
  p_request_id text, p_recorded_at timestamptz, p_hash bytea)
returns void language plpgsql as $$
declare
  s app.stream;
begin
  update app.stream set audit_hash = p_hash where id = p_stream and audit_sequence = p_sequence returning * into s;
  if not found then raise exception 'two commands of one transaction were recorded at the same time'; end if;
  insert into app.audit (stream, sequence, platform_id, business_id, action, actor_kind, actor_id, object_kind, object_id, before_hash,
    after_hash, request_id, recorded_at, hash)
  values (s.id, s.audit_sequence, s.platform_id, s.business_id, p_action, p_actor_kind, p_actor_id, p_object_kind, p_object_id, p_before,
    p_after, p_request_id, p_recorded_at, p_hash);
end $$;
grant execute on function app.begin_record, app.end_record to inlay_app;
