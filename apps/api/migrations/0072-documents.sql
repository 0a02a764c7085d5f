-- Monthly statements of issued products.

-- The statements of one product: when the next month is closed, or a closed one is looked at again. Business time.
create table app.statement_schedule (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null unique references app.issued_product,
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index statement_schedules_of_business on app.statement_schedule (business_id, id);
create trigger touch before update on app.statement_schedule for each row execute function app.touch();
call app.protect('app.statement_schedule', 'business');
grant select, insert, update (next_action_at) on app.statement_schedule to inlay_app;
call app.watch_due('app.statement_schedule');

-- A version of the statement of a product for a month, by the ledger. A correction is another version.
create table app.product_statement (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  statement_version integer not null check (statement_version >= 1),
  locale text not null check (locale in ('en', 'es')),
  opening_principal_cents bigint not null,
  opening_interest_cents bigint not null,
  opening_fee_cents bigint not null,
  change_principal_cents bigint not null,
  change_interest_cents bigint not null,
  change_fee_cents bigint not null,
  closing_principal_cents bigint not null,
  closing_interest_cents bigint not null,
  closing_fee_cents bigint not null,
  constraint figures_add_up check (opening_principal_cents + change_principal_cents = closing_principal_cents
    and opening_interest_cents + change_interest_cents = closing_interest_cents
    and opening_fee_cents + change_fee_cents = closing_fee_cents),
  -- What was paid in the month, less what a bank has returned in it.
  paid_cents bigint not null,
  -- The entries of the month in order, as packages/lending defines them.
  lines jsonb not null,
  -- Business time.
  issued_at timestamptz not null,
  -- The hash of the file. Null until it is rendered.
  pdf_sha256 bytea check (octet_length(pdf_sha256) = 32),
  created_at timestamptz not null default now(),
  unique (issued_product_id, month, statement_version)
);
create index statements_of_business on app.product_statement (business_id, id);
call app.protect('app.product_statement', 'business');
grant select, insert, update (pdf_sha256) on app.product_statement to inlay_app;
create trigger append_only
  before update of id, platform_id, business_id, issued_product_id, month, statement_version, locale, opening_principal_cents,
    opening_interest_cents, opening_fee_cents, change_principal_cents, change_interest_cents, change_fee_cents, closing_principal_cents,
    closing_interest_cents, closing_fee_cents, paid_cents, lines, issued_at, created_at
  or delete or truncate on app.product_statement
  for each statement execute function app.refuse_change();

-- Products that are funded already get the statements of their past months at once.
insert into app.statement_schedule (platform_id, business_id, issued_product_id, next_action_at)
  select platform_id, business_id, id, now() from app.issued_product where funded_on is not null;
