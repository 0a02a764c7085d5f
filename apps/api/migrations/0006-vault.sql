-- SSNs, EINs, account and routing numbers and bank access tokens. Each value is encrypted with the data key of its business, which is
-- itself encrypted by a key outside the database. Each ciphertext is bound to its row: copied to another row it does not decrypt.

-- A data key of a business or platform, encrypted by the key vault.
create table app.data_key (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid references app.business,
  wrapped bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  check ((wrapped is null) = (destroyed_at is not null))
);
create unique index one_live_data_key on app.data_key (platform_id, business_id) nulls not distinct where destroyed_at is null;
call app.protect('app.data_key', 'business');
grant select, insert, update on app.data_key to inlay_app;

-- One encrypted value, with its last four digits and a blind index for comparison.
create table app.secret (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  owner_id uuid not null,
  field text not null check (field in ('SSN', 'EIN', 'ACCOUNT_NUMBER', 'ROUTING_NUMBER', 'BANK_ACCESS_TOKEN')),
  data_key_id uuid not null references app.data_key,
  encrypted bytea not null,
  last4 text not null check (length(last4) <= 4),
  blind_index bytea not null,
  created_at timestamptz not null default now(),
  unique (owner_id, field)
);
create index secret_by_blind_index on app.secret (platform_id, field, blind_index);
-- For the comparison of account numbers across platforms.
create index secret_by_number on app.secret (blind_index) where field = 'ACCOUNT_NUMBER';
call app.protect('app.secret', 'business');
grant select, insert, update, delete on app.secret to inlay_app;
