-- An owner who stopped before consent is reminded once, and can refuse such reminders by a link in that email. The link's token is stored as
-- a hash.
alter table app.reminder drop constraint reminder_kind_check;
alter table app.reminder add constraint reminder_kind_check check (kind in ('OWNER', 'CO_OWNER', 'ACCOUNTANT'));
alter table app.reminder add column token_hash bytea unique, add column refused_at timestamptz;
grant update (token_hash, refused_at) on app.reminder to inlay_app;

-- A person who is not signed in brings only a token.
grant select (id, platform_id, business_id, token_hash) on app.reminder to inlay_lookup;
create policy lookup on app.reminder for select to inlay_lookup using (true);
create function app.find_reminder(p_hash bytea)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select r.id, r.platform_id, r.business_id from app.reminder r where r.token_hash = p_hash;
end;
revoke execute on function app.find_reminder from public;
grant execute on function app.find_reminder to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_reminder owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
