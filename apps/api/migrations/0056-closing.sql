-- Co-owners who are replaced or removed while a chosen offer is closed.

-- Other rows refer to a co-owner who has begun, so whoever is removed then keeps their row and is no owner any more.
alter table app.business_owner add column removed_at timestamptz;
alter table app.business_owner add constraint only_co_owners_are_removed
  check (removed_at is null or not (is_primary or is_control_person or user_id is not null));
drop index app.one_co_owner_of_email;
create unique index one_co_owner_of_email on app.business_owner (business_id, email) where not is_primary and removed_at is null;
create trigger release_removed_co_owner before update of removed_at on app.business_owner for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.release_co_owner();

-- As before, without the owners who were removed.
create or replace function app.check_ownership() returns trigger language plpgsql as $$
begin
  perform from app.business b where b.id = new.business_id for no key update;
  if not new.is_primary and
    (select count(*) from app.business_owner o
      where o.business_id = new.business_id and not o.is_primary and o.removed_at is null and o.id <> new.id) >= 4
  then
    raise exception 'a business has at most four co-owners' using errcode = 'check_violation', constraint = 'most_co_owners';
  end if;
  if new.ownership_basis_points +
    (select coalesce(sum(o.ownership_basis_points), 0) from app.business_owner o
      where o.business_id = new.business_id and o.removed_at is null and o.id <> new.id) > 10000
  then
    raise exception 'shares add up to more than a whole' using errcode = 'check_violation', constraint = 'shares_of_a_whole';
  end if;
  if (tg_op = 'INSERT' or new.email <> old.email) and
    exists (select from app.business_owner o
      where o.business_id = new.business_id and o.email = new.email and o.removed_at is null and o.id <> new.id)
  then
    raise exception 'another owner has this email' using errcode = 'check_violation', constraint = 'one_owner_of_email';
  end if;
  return new;
end $$;

-- A change of who signs an agreement and guarantees it, which the primary owner asked for and staff decide.
create table app.co_signer_change (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  -- The co-owner who does not sign.
  owner_id uuid not null references app.business_owner,
  change text not null check (change in ('REPLACE', 'REMOVE')),
  -- What the removed person owns according to the primary owner, in hundredths of a percent: less than what must be named.
  remaining_basis_points integer check (remaining_basis_points between 0 and 1999),
  -- The person who signs instead, as the primary owner described them.
  replacement jsonb,
  status text not null check (status in ('PENDING', 'CONFIRMED', 'REFUSED')),
  requested_by uuid not null references app.business_user,
  -- Business time.
  decide_by timestamptz not null,
  decided_by uuid references app.staff_member,
  created_at timestamptz not null default now(),
  check ((change = 'REMOVE') = (remaining_basis_points is not null) and (change = 'REPLACE') = (replacement is not null)),
  check ((status = 'PENDING') = (decided_by is null))
);
create unique index one_pending_co_signer_change on app.co_signer_change (owner_id) where status = 'PENDING';
create index co_signer_changes_of_business on app.co_signer_change (business_id, id);
call app.protect('app.co_signer_change', 'business');
grant select, insert, update (status, decided_by) on app.co_signer_change to inlay_app;
