-- The servicing of funded products: what is collected, how long an item is past due, and the fees for missed payments.

-- The servicing of one funded product. Its row is locked before the orders and the product, and its clock orders debits and does the steps
-- of delinquency.
create table app.product_servicing (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null unique references app.issued_product,
  -- The day on which everything except assessed fees was found paid. Fees that are unpaid a while later are waived.
  all_else_paid_on date,
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index servicing_of_business on app.product_servicing (business_id, id);
create trigger touch before update on app.product_servicing for each row execute function app.touch();
call app.protect('app.product_servicing', 'business');
grant select, insert, update (all_else_paid_on, next_action_at) on app.product_servicing to inlay_app;
call app.watch_due('app.product_servicing');

-- A step of delinquency that was done for an item. Each is done once.
create table app.delinquency_step (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  obligation_id uuid not null references app.obligation,
  step text not null check (step in ('DUE', 'GRACE', 'LATE', 'STAFF_CONTACT', 'RECONCILIATION_OFFERED', 'WATCH_LIST', 'DEFAULT_NOTICE',
    'BREACH_REVIEW', 'DEFAULTED', 'CHARGE_OFF_PROPOSED', 'CHARGED_OFF')),
  from_days integer not null check (from_days >= 0),
  -- On the day of the step. It is more than from_days where the step was caught up with.
  days_past_due integer not null check (days_past_due >= from_days),
  done_on date not null,
  created_at timestamptz not null default now(),
  unique (obligation_id, step, from_days)
);
create index delinquency_of_product on app.delinquency_step (issued_product_id, id);
call app.protect('app.delinquency_step', 'business');
grant select, insert on app.delinquency_step to inlay_app;
create trigger append_only before update or delete or truncate on app.delinquency_step
  for each statement execute function app.refuse_change();

-- The cause of an assessed fee: a late item, or a returned debit. Each costs at most one.
create table app.fee_assessment (
  -- The fee itself.
  obligation_id uuid primary key references app.obligation,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  late_obligation_id uuid unique references app.obligation,
  returned_order_id uuid unique references app.payment_order,
  constraint one_cause check (num_nonnulls(late_obligation_id, returned_order_id) = 1),
  assessed_on date not null,
  created_at timestamptz not null default now()
);
create index fee_assessments_of_product on app.fee_assessment (issued_product_id);
call app.protect('app.fee_assessment', 'business');
grant select, insert on app.fee_assessment to inlay_app;

-- The check that precedes a default: whether an owner or guarantor serves in the armed forces (SCRA), as staff have found it.
create table app.scra_check (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  checked_on date not null,
  -- The number of the certificate of the Department of Defense.
  certificate text not null check (length(certificate) between 1 and 80),
  checked_by uuid not null references app.staff_member,
  created_at timestamptz not null default now()
);
create index scra_checks_of_product on app.scra_check (issued_product_id, id);
call app.protect('app.scra_check', 'business');
grant select, insert on app.scra_check to inlay_app;

-- How the products of a capital provider are serviced. The law of a state may forbid a fee that the terms name.
create table app.servicing_policy (
  capital_provider_id text primary key references app.capital_provider,
  late_fee_off_states text[] not null default '{}',
  return_fee_off_states text[] not null default '{}'
);
grant select on app.servicing_policy to inlay_app, inlay_reader;
insert into app.servicing_policy (capital_provider_id) values ('CONCAR_SPV_1'), ('EQUITY');

-- Loans that were funded before are serviced from now on.
insert into app.product_servicing (platform_id, business_id, issued_product_id, next_action_at)
select platform_id, business_id, id, now() from app.issued_product
where product_type = 'TERM_LOAN' and funded_on is not null and loan_status in ('CURRENT', 'LATE', 'DEFAULTED');
