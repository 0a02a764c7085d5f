-- The link in the email of a batch by which its person stops emails of the topics that the email is about. Its token is stored as a hash. It
-- does not expire, because stopping is harmless.
alter table app.notification_batch add column stop_token_hash bytea unique;
grant update (stop_token_hash) on app.notification_batch to inlay_app;

-- A person who is not signed in brings only a token.
grant select (id, platform_id, business_id, user_id, stop_token_hash) on app.notification_batch to inlay_lookup;
create policy lookup on app.notification_batch for select to inlay_lookup using (true);
create function app.find_stop_link(p_hash bytea)
returns table (id uuid, platform_id uuid, business_id uuid, user_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select b.id, b.platform_id, b.business_id, b.user_id from app.notification_batch b where b.stop_token_hash = p_hash;
end;
revoke execute on function app.find_stop_link from public;
grant execute on function app.find_stop_link to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_stop_link owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
