-- The virtual clock of a business in the sandbox. No row: the wall clock.
create table app.business_clock (
  business_id uuid primary key references app.business,
  platform_id uuid not null references app.platform,
  now_at timestamptz not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create trigger touch before update on app.business_clock for each row execute function app.touch();
call app.protect('app.business_clock', 'business');
grant select, insert, update on app.business_clock to inlay_app;

-- Counters of the rate limits; they hold no tenant's data and outlive every process.
create table app.rate_limit (
  key text primary key,
  points integer not null,
  expire bigint
);
grant select, insert, update, delete on app.rate_limit to inlay_app;
