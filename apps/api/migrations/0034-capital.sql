-- Capital providers and the reservations of applications.

-- What a provider funds and how much. The row is the lock of its headroom: a reservation raises reserved_cents, and the constraint refuses
-- more than the capacity.
create table app.capital_provider (
  id text primary key check (id in ('CONCAR_SPV_1', 'EQUITY')),
  -- Providers are asked in this order.
  position smallint not null unique,
  products text[] not null,
  -- Null: every state.
  states text[],
  min_cents bigint not null check (min_cents >= 0),
  max_cents bigint not null check (max_cents >= min_cents),
  capacity_cents bigint not null check (capacity_cents >= 0),
  reserved_cents bigint not null default 0,
  constraint within_capacity check (reserved_cents between 0 and capacity_cents),
  -- The share of the capacity that one platform and one industry may take, in hundredths of a percent.
  max_platform_basis_points integer not null default 10000 check (max_platform_basis_points between 1 and 10000),
  max_industry_basis_points integer not null default 10000 check (max_industry_basis_points between 1 and 10000)
);
grant select on app.capital_provider to inlay_app, inlay_reader;
grant update (reserved_cents) on app.capital_provider to inlay_app;
insert into app.capital_provider (id, position, products, states, min_cents, max_cents, capacity_cents, max_platform_basis_points, max_industry_basis_points)
values
  ('CONCAR_SPV_1', 1, '{TERM_LOAN,LOC_TERM_LOAN,FAST_PAY,EXTEND_PAY_PURCHASE_ORDER}', null, 500000, 25000000, 2500000000000, 10000, 10000),
  ('EQUITY', 2, '{TERM_LOAN,LOC_TERM_LOAN,FAST_PAY,EXTEND_PAY_PURCHASE_ORDER,MCA,INTEGRATED_MCA}', null, 0, 50000000, 2500000000000, 10000, 10000);

-- How much of a provider's capacity a platform or an industry takes. A row is created with its first reservation.
create table app.capital_concentration (
  provider_id text not null references app.capital_provider,
  kind text not null check (kind in ('PLATFORM', 'INDUSTRY')),
  -- The platform's id, or the first digits of the industry code.
  key text not null,
  reserved_cents bigint not null check (reserved_cents >= 0),
  primary key (provider_id, kind, key)
);
grant select, insert, update on app.capital_concentration to inlay_app;
grant select on app.capital_concentration to inlay_reader;

-- The amount that a provider keeps for an application, from its assignment until its offers have expired or it has ended.
create table app.capital_reservation (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  provider_id text not null references app.capital_provider,
  industry text not null,
  amount_cents bigint not null check (amount_cents > 0),
  released_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index one_reservation on app.capital_reservation (application_id) where released_at is null;
create index reservations_of_business on app.capital_reservation (business_id, id);
call app.protect('app.capital_reservation', 'business');
grant select, insert, update (released_at, amount_cents) on app.capital_reservation to inlay_app;
