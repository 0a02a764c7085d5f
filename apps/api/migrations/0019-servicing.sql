-- Sales of a business on one day in one channel, as last reported by the platform or the bank.
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

-- Every report of a day. The last closing revision before a period is computed counts for that period, and later revisions are settled
-- afterwards. Each revision therefore has its arrival in business time.
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
