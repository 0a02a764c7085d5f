-- What a business owes elsewhere, and who else owns it.

create table app.existing_debt (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- Where it stands in the owner's own list.
  position smallint not null check (position >= 0),
  description text not null,
  monthly_payment_cents bigint not null check (monthly_payment_cents between 100 and 100000000),
  outstanding_balance_cents bigint not null check (outstanding_balance_cents between 100 and 100000000000),
  interest_rate_basis_points integer not null check (interest_rate_basis_points between 0 and 7000),
  months_remaining integer not null check (months_remaining between 0 and 600),
  -- Whether new financing should pay it off; nothing until the owner was asked.
  refinance_requested boolean,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index debt_of_business on app.existing_debt (business_id, position);
create trigger touch before update on app.existing_debt for each row execute function app.touch();
call app.protect('app.existing_debt', 'business');
grant select, insert, update, delete on app.existing_debt to inlay_app;

alter table app.business_owner
  -- Hundredths of a percent; nothing where nobody said.
  add column ownership_basis_points integer check (ownership_basis_points between 1 and 10000),
  -- How far a co-owner has come on their own, shorter way. The primary owner's way is the business's.
  add column current_step text check (current_step in (
    'START_FLOW', 'COLLECT_PERSONAL_DETAILS', 'COLLECT_CONSENT', 'WAITING_FOR_OFFERS', 'REQUEST_ADDITIONAL_USER_INPUT', 'ONBOARDING_ERROR')),
  add constraint only_co_owner_has_step check (is_primary = (current_step is null));
create unique index one_co_owner_of_email on app.business_owner (business_id, email) where not is_primary;
create index owner_of_business on app.business_owner (business_id, created_at, id);

-- Whoever owns a fifth is named, so beside the primary owner there are four at most, and shares are parts of one whole. The business's row
-- is held while they are counted: those who are named at the same moment are counted one after the other.
create function app.keep_owners_whole() returns trigger language plpgsql as $$
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
  return new;
end $$;
create trigger keep_owners_whole before insert or update of business_id, is_primary, ownership_basis_points on app.business_owner
  for each row execute function app.keep_owners_whole();

-- A register says that somebody else owns a fifth, so the owner must name at least one.
alter table app.onboarding add column is_co_owner_required boolean not null default false;
