-- Staff read the emails and the tasks of one business, newest first.
create index email_of_business on app.email (business_id, created_at, id);
create index task_of_business on app.task (business_id, id);

-- The status of a business follows from rows of many tables. Every change of it is recorded by an event, so the changes are counted in the
-- stream, whose row the event locks anyway: an update of the business itself would lock its row after the stream, and other commands lock
-- them the other way round. Version and time of a business in the partner API are those of its row and of its status together.
alter table app.stream
  add column status_version integer not null default 0,
  add column status_changed_at timestamptz;

-- As before, and counts an event that may change the status. The time is the transaction's beginning, as in every row that a list of changes
-- is read from, and never goes back.
drop function app.end_record(uuid, bigint, text, text, uuid, bytea, bytea, text, uuid, text, timestamptz, bytea);
create function app.end_record(
  p_stream uuid, p_sequence bigint, p_action text, p_object_kind text, p_object_id uuid, p_before bytea, p_after bytea, p_actor_kind text, p_actor_id uuid,
  p_request_id text, p_recorded_at timestamptz, p_hash bytea, p_changes_status boolean default false)
returns void language plpgsql as $$
declare
  s app.stream;
begin
  update app.stream set
    audit_hash = p_hash,
    status_version = status_version + p_changes_status::integer,
    status_changed_at = case when p_changes_status then greatest(status_changed_at, now()) else status_changed_at end
  where id = p_stream and audit_sequence = p_sequence returning * into s;
  if not found then raise exception 'two commands of one transaction were recorded at the same time'; end if;
  insert into app.audit (stream, sequence, platform_id, business_id, action, actor_kind, actor_id, object_kind, object_id, before_hash,
    after_hash, request_id, recorded_at, hash)
  values (s.id, s.audit_sequence, s.platform_id, s.business_id, p_action, p_actor_kind, p_actor_id, p_object_kind, p_object_id, p_before,
    p_after, p_request_id, p_recorded_at, p_hash);
end $$;
grant execute on function app.end_record to inlay_app;

-- Two members of staff accepted an inconclusive report as it is. Business time.
alter table app.report add column accepted_at timestamptz;
grant update (accepted_at) on app.report to inlay_app;
