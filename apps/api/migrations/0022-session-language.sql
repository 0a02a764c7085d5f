-- Who comes in brings the language they chose: much of what they are shown or sent is in it.
drop function app.enter_session(uuid, integer);
create function app.enter_session(p_session uuid, p_user_index integer)
returns table (token_type text, email text, user_id uuid, business_id uuid, user_index integer, locale text, roles text[])
language plpgsql as $$
declare
  s app.session;
  hat record;
begin
  select * into s from app.session where id = p_session and revoked_at is null and expires_at > now();
  if not found then return; end if;
  if s.token_type <> 'BUSINESS_USER' then
    return query select s.token_type, s.email, s.user_id, null::uuid, null::integer, null::text, '{}'::text[];
    return;
  end if;
  select h.* into hat from (
    select u.id, u.business_id, u.locale, (row_number() over (order by u.created_at, u.id) - 1)::integer as position
    from app.business_user u
    where u.platform_id = s.platform_id and u.deactivated_at is null
      and (u.id = s.user_id or (s.email is not null and u.email = s.email))
  ) h where case when p_user_index is null then h.id = s.user_id else h.position = p_user_index end;
  -- Without a hat there is no business, and the whole platform must not stay in sight.
  perform set_config('inlay.business', coalesce(hat.business_id::text, ''), true);
  return query select s.token_type, s.email, hat.id, hat.business_id, hat.position, hat.locale,
    (select coalesce(array_agg(r.role order by r.role), '{}') from app.user_role r where r.user_id = hat.id);
end $$;
grant execute on function app.enter_session to inlay_app;
