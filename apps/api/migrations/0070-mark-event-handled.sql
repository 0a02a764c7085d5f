-- Marks an event as handled, unless it is already. The expression of a statement that is a transaction of its own, for the many events that
-- no slice handles.
create function app.mark_event_handled(p_id uuid) returns boolean language plpgsql as $$
begin
  update app.event set handled_at = clock_timestamp() where id = p_id and handled_at is null;
  return found;
end $$;
grant execute on function app.mark_event_handled to inlay_app;
