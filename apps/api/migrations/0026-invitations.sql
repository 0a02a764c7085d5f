-- People who are asked to come: a user of a business to its pages or to an offer, and a co-owner to do their own part.

create table app.invitation (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  kind text not null check (kind in ('CONNECT_DIRECT', 'SECONDARY_OWNER', 'OFFER')),
  -- Who is meant: a user who is there already, or a co-owner who becomes one by coming.
  user_id uuid references app.business_user,
  owner_id uuid references app.business_owner on delete cascade,
  email text not null check (email = lower(email)),
  locale text not null check (locale in ('en', 'es')),
  -- Made with the letter that carries the token; the token itself is nowhere else.
  token_hash bytea unique,
  -- The wall's time, as for every token.
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  bounced_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'SECONDARY_OWNER') = (owner_id is not null)),
  check ((kind = 'SECONDARY_OWNER') = (user_id is null))
);
-- Whoever is invited again holds one invitation that works, not two.
create unique index one_working_invitation on app.invitation (kind, user_id, owner_id) nulls not distinct
  where used_at is null and revoked_at is null and bounced_at is null;
create index invitations_of_business on app.invitation (business_id, created_at, id);
call app.protect('app.invitation', 'business');
grant select, insert, update (token_hash, expires_at, used_at, revoked_at, bounced_at) on app.invitation to inlay_app;

-- An invitation is known by its token before anybody knows whose it is.
grant select (id, platform_id, token_hash) on app.invitation to inlay_doorman;
create policy doorman on app.invitation for select to inlay_doorman using (true);
create function app.find_invitation(p_hash bytea)
returns table (id uuid, platform_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id from app.invitation i where i.token_hash = p_hash;
end;
revoke execute on function app.find_invitation from public;
grant execute on function app.find_invitation to inlay_app;
grant create on schema app to inlay_doorman;
alter function app.find_invitation owner to inlay_doorman;
revoke create on schema app from inlay_doorman;

-- A co-owner's own way. What stops one of them is not told to the others, so it is theirs and not the business's.
alter table app.business_owner add column stopped_at timestamptz;
create unique index one_owner_of_user on app.business_owner (user_id) where not is_primary;

create table app.co_owner_step (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  owner_id uuid not null references app.business_owner,
  step text not null,
  -- What was asked after consent may be asked again, and is answered once each time.
  input_id uuid references app.additional_input,
  answer_hash bytea not null,
  completed_by uuid not null references app.business_user,
  completed_at timestamptz not null default now()
);
create unique index one_answer_of_co_owner on app.co_owner_step (owner_id, step, input_id) nulls not distinct;
call app.protect('app.co_owner_step', 'business');
grant select, insert, update (answer_hash, completed_by, completed_at) on app.co_owner_step to inlay_app;

-- A co-owner who has not begun may be removed, or turn out to be somebody else. Whoever came by the invitation is no owner then, and the
-- invitation is nobody's.
create function app.let_co_owner_go() returns trigger language plpgsql as $$
begin
  update app.invitation i set revoked_at = now()
    where i.owner_id = old.id and i.used_at is null and i.revoked_at is null and i.bounced_at is null;
  if old.user_id is not null then
    delete from app.user_role r where r.user_id = old.user_id and r.role = 'SECONDARY_OWNER';
    update app.business_user u set deactivated_at = now()
      where u.id = old.user_id and not exists (select from app.user_role r where r.user_id = u.id);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.user_id := null;
  return new;
end $$;
create trigger let_co_owner_go before delete on app.business_owner for each row
  when (not old.is_primary) execute function app.let_co_owner_go();
create trigger let_other_co_owner_go before update of email on app.business_owner for each row
  when (not old.is_primary and new.current_step = 'START_FLOW' and new.email <> old.email) execute function app.let_co_owner_go();
