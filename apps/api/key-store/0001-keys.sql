-- The key store is a database of its own. It holds the wrapped data keys, so a backup of the main database decrypts nothing. Its backups are
-- kept for a short time only: a destroyed key is gone for good when the last backup that has it is deleted.

create schema keys;

-- A master key of the key vault that may wrap data keys. The servers refuse to start with a master key that is not listed here.
create table keys.master_key (
  id text primary key,
  created_at timestamptz not null default now()
);

-- The data key of a platform, a business or a person, wrapped by a master key. A holder has one data key. A destroyed key keeps its row, so
-- that no new key takes its place.
create table keys.data_key (
  id uuid primary key,
  platform_id uuid not null,
  business_id uuid,
  -- The owner of a business (app.business_owner).
  person_id uuid,
  master_key_id text references keys.master_key,
  wrapped bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  destroyed_because text,
  unique nulls not distinct (platform_id, business_id, person_id),
  check (person_id is null or business_id is not null),
  check ((wrapped is null) = (destroyed_at is not null)),
  check ((wrapped is null) = (master_key_id is null)),
  check ((destroyed_because is null) = (destroyed_at is null))
);
create index data_key_by_master_key on keys.data_key (master_key_id, id);

-- The servers add data keys. Only the owner of the key store wraps them again or destroys them.
grant usage on schema keys to inlay_keys;
grant select on keys.master_key to inlay_keys;
grant select, insert on keys.data_key to inlay_keys;
