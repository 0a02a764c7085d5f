-- The closing of a chosen offer.

-- What the primary owner confirmed for one application between the choice of an offer and the loan.
create table app.closing (
  application_id uuid primary key references app.loan_application,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  -- The account that repayments come from, and when it was confirmed. Business time.
  bank_account_id uuid not null references app.bank_account,
  bank_account_confirmed_at timestamptz not null,
  created_at timestamptz not null default now()
);
call app.protect('app.closing', 'business');
grant select, insert, update (bank_account_id, bank_account_confirmed_at) on app.closing to inlay_app;

-- An identity verification of one owner at the vendor. An owner has one that is not decided, and another attempt only after a decision.
create table app.identity_inquiry (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  owner_id uuid not null references app.business_owner,
  attempt integer not null check (attempt > 0),
  vendor_inquiry_id text not null unique,
  status text not null check (status in ('CREATED', 'PENDING', 'COMPLETED', 'APPROVED', 'NEEDS_REVIEW', 'FAILED', 'EXPIRED')),
  -- Business time, as the next one.
  approved_at timestamptz,
  -- When staff allowed another attempt after a failed one.
  retry_allowed_at timestamptz,
  -- When to ask the vendor if no webhook arrives.
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, attempt),
  constraint approved_with_time check ((status = 'APPROVED') = (approved_at is not null)),
  constraint retried_after_failure check (retry_allowed_at is null or status = 'FAILED')
);
create unique index one_undecided_inquiry on app.identity_inquiry (owner_id) where status not in ('APPROVED', 'FAILED');
create trigger touch before update on app.identity_inquiry for each row execute function app.touch();
call app.protect('app.identity_inquiry', 'business');
call app.watch_due('app.identity_inquiry');
grant select, insert, update (status, approved_at, retry_allowed_at, next_action_at) on app.identity_inquiry to inlay_app;

-- The vendor's webhooks name an inquiry and no tenant.
grant select (id, platform_id, business_id, vendor_inquiry_id) on app.identity_inquiry to inlay_lookup;
create policy lookup on app.identity_inquiry for select to inlay_lookup using (true);
create function app.find_identity_inquiry(p_vendor_inquiry_id text)
returns table (id uuid, platform_id uuid, business_id uuid) language sql stable security definer set search_path = ''
begin atomic
  select i.id, i.platform_id, i.business_id from app.identity_inquiry i where i.vendor_inquiry_id = p_vendor_inquiry_id;
end;
revoke execute on function app.find_identity_inquiry from public;
grant execute on function app.find_identity_inquiry to inlay_app;
grant create on schema app to inlay_lookup;
alter function app.find_identity_inquiry owner to inlay_lookup;
revoke create on schema app from inlay_lookup;
