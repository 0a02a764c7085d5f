-- A number that a person can read out, by which whoever helps them finds their business. It is made of the part of the id that is random:
-- it never changes, cannot be guessed, and says nothing about how many businesses there are. Letters that sound or look like others are
-- left out of it.
create function app.business_reference(p_business uuid) returns text language sql immutable parallel safe
begin atomic
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (bits >> (35 - 5 * place) & 31)::integer + 1, 1) || case place when 3 then '-' else '' end,
    '' order by place)
  from (select ('x' || right(replace(p_business::text, '-', ''), 10))::bit(40)::bigint as bits) random_part, generate_series(0, 7) place;
end;
grant execute on function app.business_reference to inlay_app, inlay_reader, inlay_doorman;
create index business_by_reference on app.business (app.business_reference(id));

-- Whoever reads it out need not say whose customer they are. Of very many businesses two may share a number, so there may be several.
create function app.find_businesses_by_reference(p_reference text)
returns table (platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select b.platform_id, b.id from app.business b
  where app.office_in_scope() and app.business_reference(b.id) = p_reference order by b.id limit 20;
end;
revoke execute on function app.find_businesses_by_reference from public;
grant execute on function app.find_businesses_by_reference to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_businesses_by_reference owner to inlay_doorman;
revoke create on schema app from inlay_doorman;
