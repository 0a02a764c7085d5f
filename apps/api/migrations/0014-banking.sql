-- Where a business's money comes from and goes to: linked banks, their accounts, and the permission to debit them. Numbers and the
-- bank's access token are secrets and lie in app.secret, under the id of their row.

alter table app.secret drop constraint secret_field_check;
alter table app.secret add constraint secret_field_check
  check (field in ('SSN', 'EIN', 'ACCOUNT_NUMBER', 'ROUTING_NUMBER', 'BANK_ACCESS_TOKEN'));

create table app.bank_item (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- The vendor's name for it. A bank is linked once.
  vendor_item_id text not null unique,
  institution_id text not null,
  institution_name text not null,
  status text not null check (status in ('CREATED', 'CONNECTED', 'DISCONNECTED', 'BLOCKED', 'KANMON_BLOCKED')),
  disconnected_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (business_id, institution_id)
);
create trigger touch before update on app.bank_item for each row execute function app.touch();
call app.protect('app.bank_item', 'business');
grant select, insert, update on app.bank_item to inlay_app;

create table app.bank_account (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  bank_item_id uuid references app.bank_item,
  vendor_account_id text,
  account_name text not null,
  account_number_last4 text not null check (account_number_last4 ~ '^[0-9]{2,4}$'),
  account_type text not null default 'depository',
  account_subtype text not null,
  -- A sole proprietor's own account may take back a debit for much longer than a company's.
  holder text not null check (holder in ('BUSINESS', 'PERSONAL')),
  created_method text not null check (created_method in ('MANUAL', 'PLAID', 'PLATFORM', 'PLATFORM_PLAID_ASSET_REPORT')),
  roles text[] not null default '{}' check (roles <@ array['SERVICING', 'DISBURSEMENT']),
  added_on date not null,
  blocked_for_debits_at timestamptz,
  sanctions_clear_on date,
  -- The processor's name for it, once it has one.
  processor_account_id text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_account_of_item on app.bank_account (bank_item_id, vendor_account_id) where bank_item_id is not null;
create index account_of_business on app.bank_account (business_id, created_at, id);
create trigger touch before update on app.bank_account for each row execute function app.touch();
call app.protect('app.bank_account', 'business');
grant select, insert, update on app.bank_account to inlay_app;

-- The words that somebody agreed to before we may debit an account, and how. Kept for good: a debit points at the one it stands on.
create table app.ach_authorization (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  bank_account_id uuid not null references app.bank_account,
  user_id uuid references app.business_user,
  text_hash bytea not null,
  text_version text not null,
  given_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index one_standing_authorization on app.ach_authorization (bank_account_id) where revoked_at is null;
call app.protect('app.ach_authorization', 'business');
grant select, insert, update (revoked_at) on app.ach_authorization to inlay_app;
