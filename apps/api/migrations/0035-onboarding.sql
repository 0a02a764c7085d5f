-- What the primary owner stated about the applications of one consent. The statement belongs to that consent and is never changed; whoever
-- applies again states everything again.
create table app.owner_statement (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  consent_id uuid not null unique references app.consent,
  given_by uuid not null references app.business_user,
  -- Business time.
  given_at timestamptz not null,
  language text not null check (language in ('en', 'es')),
  amount_requested_cents bigint not null check (amount_requested_cents between 50000 and 50000000),
  use_of_funds text not null check (use_of_funds in (
    'WORKING_CAPITAL', 'INVENTORY', 'EQUIPMENT', 'EXPANSION', 'PAYROLL', 'REFINANCING', 'MARKETING', 'OTHER')),
  use_of_funds_other text check (char_length(use_of_funds_other) between 1 and 200),
  gross_annual_revenue_cents bigint not null check (gross_annual_revenue_cents >= 0),
  state_managed_from text not null check (state_managed_from ~ '^[A-Z]{2}$'),
  business_owners_are_us_residents boolean not null,
  -- The money is for the business only. Without this statement there is no application.
  business_purpose_only boolean not null check (business_purpose_only),
  -- The primary owner's own part as listed at that time. Null where the owners are not asked for.
  ownership_basis_points integer check (ownership_basis_points between 1 and 10000),
  created_at timestamptz not null default now(),
  check ((use_of_funds = 'OTHER') = (use_of_funds_other is not null))
);
create index statement_of_business on app.owner_statement (business_id, given_at);
create trigger append_only before update or delete or truncate on app.owner_statement for each statement execute function app.refuse_change();
call app.protect('app.owner_statement', 'business');
grant select, insert on app.owner_statement to inlay_app;
