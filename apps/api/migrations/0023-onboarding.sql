-- Ownership: the control person, one address per owner, and the prequalification as it was shown.

-- The person with significant responsibility for managing the business; every business that has stated its ownership has one.
alter table app.business_owner add column is_control_person boolean not null default false;
create unique index one_control_person on app.business_owner (business_id) where is_control_person;

-- As before, and no two owners of a business share an email address: an invitation to a co-owner would otherwise reach the primary owner.
-- Only a new address is checked, so that owners who shared one before can still be corrected in other fields.
create or replace function app.check_ownership() returns trigger language plpgsql as $$
begin
  perform from app.business b where b.id = new.business_id for no key update;
  if not new.is_primary and
    (select count(*) from app.business_owner o where o.business_id = new.business_id and not o.is_primary and o.id <> new.id) >= 4
  then
    raise exception 'a business has at most four co-owners' using errcode = 'check_violation', constraint = 'most_co_owners';
  end if;
  if new.ownership_basis_points +
    (select coalesce(sum(o.ownership_basis_points), 0) from app.business_owner o where o.business_id = new.business_id and o.id <> new.id) > 10000
  then
    raise exception 'shares add up to more than a whole' using errcode = 'check_violation', constraint = 'shares_of_a_whole';
  end if;
  if (tg_op = 'INSERT' or new.email <> old.email) and
    exists (select from app.business_owner o where o.business_id = new.business_id and o.email = new.email and o.id <> new.id)
  then
    raise exception 'another owner has this email' using errcode = 'check_violation', constraint = 'one_owner_of_email';
  end if;
  return new;
end $$;
drop trigger check_ownership on app.business_owner;
create trigger check_ownership before insert or update of business_id, is_primary, ownership_basis_points, email on app.business_owner
  for each row execute function app.check_ownership();

-- A prequalification as a person has seen it, once for each content. A price is stored only if it was shown.
create table app.prequalification_display (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid not null references app.business_user,
  prequalification_id uuid not null references app.prequalification,
  -- The part of the answer that the screen showed.
  shown jsonb not null,
  shown_at timestamptz not null,
  unique (user_id, prequalification_id, shown)
);
create index display_of_business on app.prequalification_display (business_id, shown_at);
call app.protect('app.prequalification_display', 'business');
grant select, insert on app.prequalification_display to inlay_app;
