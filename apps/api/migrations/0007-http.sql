-- A partner's idempotency key and its response, committed together with the effect.
create table app.idempotency_key (
  platform_id uuid not null references app.platform,
  key text not null,
  fingerprint bytea not null,
  request_id text not null,
  status integer,
  answer text,
  encrypted_answer bytea,
  created_at timestamptz not null default now(),
  primary key (platform_id, key)
);
call app.protect('app.idempotency_key', 'platform');
grant select, insert, update on app.idempotency_key to inlay_app;

-- Rate limit counters. They hold no tenant data and survive restarts.
create table app.rate_limit (
  key text primary key,
  points integer not null,
  expire bigint
);
grant select, insert, update, delete on app.rate_limit to inlay_app;
