-- Card sales of integrated advances, and what platforms pay of them.

-- What a platform has withheld for advances of one book and owes us, paid in one order. The receivables of a UTC day are collected together;
-- in the sandbox, where each business can have its own clock, those of one business.
create table app.receivable_settlement (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  -- Null in production: all businesses of the platform.
  business_id uuid references app.business,
  book text not null,
  status text not null check (status in ('OPEN', 'COLLECTING', 'SETTLED', 'FAILED')),
  -- The day of the first receivable, and the day that ends next or has ended. Both are UTC days.
  opened_on date not null,
  settles_on date not null check (settles_on >= opened_on),
  -- The sum, which is final when the day is cut. Negative: refunds were more than sales for too long, and we pay the platform.
  total_cents bigint,
  receivable_count integer,
  constraint cut_has_total check ((status = 'OPEN') = (total_cents is null) and (total_cents is null) = (receivable_count is null)),
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_open_settlement on app.receivable_settlement (platform_id, coalesce(business_id, platform_id), book)
  where status = 'OPEN';
create trigger touch before update on app.receivable_settlement for each row execute function app.touch();
call app.protect('app.receivable_settlement', 'business');
grant select, insert, update (status, settles_on, total_cents, receivable_count, next_action_at) on app.receivable_settlement to inlay_app;
call app.watch_due('app.receivable_settlement');

-- No call created a receivable before.
alter table app.receivable
  add column transaction_id text not null check (length(transaction_id) between 1 and 128),
  add column transaction_at timestamptz not null,
  add column charge_amount_cents bigint not null,
  add column principal_cents bigint not null,
  add column fee_cents bigint not null,
  add column remaining_after_cents bigint not null check (remaining_after_cents >= 0),
  add column reversal_of_id uuid references app.receivable,
  -- Accepted after the write-off of its advance.
  add column is_recovery boolean not null,
  add column settlement_id uuid not null references app.receivable_settlement,
  add constraint receivable_split check (principal_cents + fee_cents = amount_cents),
  add constraint refund_names_its_sale check ((charge_amount_cents < 0) = (reversal_of_id is not null)),
  add constraint transaction_taken unique (platform_id, transaction_id);
create index receivables_of_settlement on app.receivable (settlement_id);
create index refunds_of_receivable on app.receivable (reversal_of_id) where reversal_of_id is not null;
