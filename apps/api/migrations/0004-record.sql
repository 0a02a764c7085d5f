-- What happened, for ever: one stream a business and one a platform, each with gapless events and a chained audit trail.

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

create table app.event (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  stream uuid not null references app.stream,
  sequence bigint not null,
  kind text not null,
  body jsonb not null,
  actor_kind text not null check (actor_kind in ('SYSTEM', 'STAFF', 'USER', 'PLATFORM_KEY', 'VENDOR')),
  actor_id uuid,
  request_id text,
  -- Business time: the business's own clock where it has one. recorded_at is the wall's.
  happened_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Handed to the engine; and, later, answered by everything of ours that reacts to it.
  relayed_at timestamptz,
  reacted_at timestamptz,
  unique (stream, sequence)
);
create index event_to_relay on app.event (stream, sequence) where relayed_at is null;
create index event_to_react on app.event (stream, sequence) where reacted_at is null;
call app.protect('app.event', 'business');
grant select, insert, update (reacted_at) on app.event to inlay_app;

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

-- Each link covers the whole row and the link before it.
create function app.audit_link(previous bytea, entry app.audit) returns bytea language sql immutable
  return sha256(previous || convert_to(jsonb_build_array(
    entry.stream, entry.sequence, entry.platform_id, entry.business_id, entry.action, entry.actor_kind, entry.actor_id,
    entry.object_kind, entry.object_id, encode(entry.before_hash, 'hex'), encode(entry.after_hash, 'hex'), entry.request_id,
    extract(epoch from entry.recorded_at))::text, 'UTF8'));

-- One command, one call: an event and an audit row in the transaction of the change itself. The stream's row lock gives the
-- sequence its order and keeps it without gaps: who rolls back gives the number back.
create function app.record(
  p_platform uuid, p_business uuid, p_kind text, p_body jsonb, p_action text, p_object_kind text, p_object_id uuid,
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
  insert into app.event (platform_id, business_id, stream, sequence, kind, body, actor_kind, actor_id, request_id, happened_at)
  values (p_platform, p_business, s.id, s.sequence, p_kind, p_body, p_actor_kind, p_actor_id, p_request_id,
    app.business_now(p_business));
  entry := row(s.id, s.audit_sequence, p_platform, p_business, p_action, p_actor_kind, p_actor_id, p_object_kind, p_object_id,
    p_before, p_after, p_request_id, clock_timestamp(), '');
  entry.hash := app.audit_link(s.audit_hash, entry);
  insert into app.audit select entry.*;
  update app.stream set audit_hash = entry.hash where id = s.id;
  return s.sequence;
end $$;
grant execute on function app.record to inlay_app;

-- The first audit row of a stream that does not follow from the one before it; the number after the last one if the tail was
-- cut off; null when the chain holds.
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

-- A partner's key and the answer it got, committed together with the effect.
create table app.idempotency_key (
  platform_id uuid not null references app.platform,
  key text not null,
  fingerprint bytea not null,
  request_id text not null,
  status integer,
  answer text,
  sealed_answer bytea,
  created_at timestamptz not null default now(),
  primary key (platform_id, key)
);
call app.protect('app.idempotency_key', 'platform');
grant select, insert, update on app.idempotency_key to inlay_app;

-- A story is something the engine carries across a vendor. Its row opens in the transaction of its cause, so PostgreSQL alone
-- knows what is still to be done; the engine may lose everything.
create table app.story (
  kind text not null,
  id uuid not null,
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  attempt integer not null default 1,
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'FAILED')),
  offered_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (kind, id)
);
create index story_to_offer on app.story (created_at, kind, id) where state = 'OPEN' and offered_at is null;
create index story_open on app.story (kind, id) where state = 'OPEN';
call app.protect('app.story', 'business');
grant select, insert, update on app.story to inlay_app;

-- The engine's own role hands work over: it sees which events and stories wait, of every tenant, by their ids and never by
-- their contents.
grant select (id, platform_id, business_id, stream, sequence, relayed_at, reacted_at), update (relayed_at) on app.event to inlay_engine;
grant select, update (offered_at) on app.story to inlay_engine;
create policy engine on app.event to inlay_engine using (true);
create policy engine on app.story to inlay_engine using (true);

create function app.ring() returns trigger language plpgsql as $$
begin
  perform pg_notify('inlay_work', tg_table_name);
  return null;
end $$;
create trigger ring after insert on app.event for each statement execute function app.ring();
create trigger ring after insert on app.story for each statement execute function app.ring();
