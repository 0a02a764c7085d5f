-- Counters of the rate limits; they hold no tenant's data and outlive every process.
create table app.rate_limit (
  key text primary key,
  points integer not null,
  expire bigint
);
grant select, insert, update, delete on app.rate_limit to inlay_app;
