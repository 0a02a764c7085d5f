-- What a platform knows and tells us: the account that a business is paid to, and what it sold day by day.

alter table app.bank_account
  -- The platform's own name for it.
  add column platform_bank_account_id text,
  -- Of both numbers, where the platform brought them. The same account is brought once, and a business has one to which it is paid.
  add column brought_fingerprint bytea,
  add column verification text not null default 'PENDING' check (verification in ('PENDING', 'VERIFIED', 'FAILED')),
  -- Its numbers were changed. Until then nothing is paid to it, so that the owners can object.
  add column held_until_at timestamptz,
  -- The processor keeps what it once learned under a name, so changed numbers go to it under another.
  add column numbers_version integer not null default 1,
  add column metadata jsonb not null default '{}',
  add constraint bank_account_platform_id_taken unique (platform_id, platform_bank_account_id),
  add constraint brought_by_platform
    check ((brought_fingerprint is not null) = (created_method in ('PLATFORM', 'PLATFORM_PLAID_ASSET_REPORT')));
-- A linked bank says itself what the numbers are.
update app.bank_account set verification = 'VERIFIED' where created_method = 'PLAID';
-- Also how a business's progress finds out, on every read, whether the platform has brought an account.
create unique index account_brought_once on app.bank_account (business_id, created_method, brought_fingerprint)
  where brought_fingerprint is not null and removed_at is null;
create index bank_account_in_order on app.bank_account (platform_id, id);

-- What a business sold on a day, in one channel, as it was told last.
create table app.sales_day (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  channel text not null,
  sold_on date not null,
  gross_cents bigint not null check (gross_cents >= 0),
  refunds_cents bigint not null check (refunds_cents >= 0),
  transaction_count integer not null check (transaction_count >= 0),
  is_closed boolean not null,
  source text not null check (source in ('PLATFORM', 'BANK')),
  revision integer not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_sales_day on app.sales_day (business_id, sold_on, channel);
create trigger touch before update on app.sales_day for each row execute function app.touch();
call app.protect('app.sales_day', 'business');
grant select, insert, update on app.sales_day to inlay_app;

-- Every word of it. Of a day that was told several times, the last word that closed it before a period is read counts for that period;
-- what comes later is settled afterwards. So each word keeps the business's time at which it came.
create table app.sales_day_revision (
  sales_day_id uuid not null references app.sales_day,
  revision integer not null,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  gross_cents bigint not null,
  refunds_cents bigint not null,
  transaction_count integer not null,
  is_closed boolean not null,
  told_at timestamptz not null,
  primary key (sales_day_id, revision)
);
create trigger append_only before update or delete or truncate on app.sales_day_revision
  for each statement execute function app.refuse_change();
call app.protect('app.sales_day_revision', 'business');
grant select, insert on app.sales_day_revision to inlay_app;
