-- SSNs, EINs, account and routing numbers and bank access tokens. Each value is encrypted with the data key of its business or person, which
-- is in the key store, a database of its own. Each ciphertext is bound to its row: copied to another row it does not decrypt.

-- One encrypted value, with its last four digits and a blind index for comparison.
create table app.secret (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  -- Null for a number of the platform's own.
  business_id uuid references app.business,
  owner_id uuid not null,
  field text not null check (field in ('SSN', 'EIN', 'ACCOUNT_NUMBER', 'ROUTING_NUMBER', 'BANK_ACCESS_TOKEN')),
  -- The data key in the key store.
  data_key_id uuid not null,
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
