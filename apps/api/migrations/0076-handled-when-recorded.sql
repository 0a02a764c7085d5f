-- As before. An event that no slice handles is neither relayed nor dispatched: it is handled when it is recorded.
drop function app.begin_record(uuid, uuid, text, integer, jsonb, text, uuid, text);
create function app.begin_record(
  p_platform uuid, p_business uuid, p_kind text, p_version integer, p_body jsonb, p_actor_kind text, p_actor_id uuid, p_request_id text,
  p_is_handled boolean default false)
returns table (stream uuid, sequence bigint, audit_sequence bigint, previous bytea, recorded_at timestamptz) language plpgsql as $$
declare
  s app.stream;
  v_handled_at constant timestamptz := case when p_is_handled then clock_timestamp() end;
begin
  insert into app.stream as existing (id, platform_id, business_id, sequence, audit_sequence)
  values (coalesce(p_business, p_platform), p_platform, p_business, 1, 1)
  on conflict (id) do update set sequence = existing.sequence + 1, audit_sequence = existing.audit_sequence + 1
  returning * into s;
  insert into app.event (platform_id, business_id, stream, sequence, kind, version, body, actor_kind, actor_id, request_id, happened_at,
    relayed_at, handled_at)
  values (p_platform, p_business, s.id, s.sequence, p_kind, p_version, p_body, p_actor_kind, p_actor_id, p_request_id,
    app.business_now(p_business), v_handled_at, v_handled_at);
  -- A date of the server has milliseconds, and the hash covers what is stored.
  return query select s.id, s.sequence, s.audit_sequence, s.audit_hash, date_trunc('milliseconds', clock_timestamp());
end $$;
grant execute on function app.begin_record to inlay_app;
