-- Who owns a business, as they told us. An owner's e-mail here is how to reach them and proves nothing: who a person is, is
-- business_user, and nobody becomes somebody else by writing down an address.
create table app.business_owner (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  user_id uuid references app.business_user,
  is_primary boolean not null,
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  phone_number text,
  address jsonb,
  address_verified boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_primary_owner_record on app.business_owner (business_id) where is_primary;
create index owner_by_email on app.business_owner (platform_id, email);
create trigger touch before update on app.business_owner for each row execute function app.touch();
call app.protect('app.business_owner', 'business');
grant select, insert, update, delete on app.business_owner to inlay_app;

alter table app.business add column address_verified boolean not null default false;

-- What a person has typed into a step and not sent yet, so that a reload loses nothing. Only what may lie in the clear: a step's
-- secrets are never part of it.
create table app.onboarding_draft (
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  step text not null,
  fields jsonb not null,
  saved_at timestamptz not null default now(),
  primary key (business_id, step)
);
call app.protect('app.onboarding_draft', 'business');
grant select, insert, update, delete on app.onboarding_draft to inlay_app;
