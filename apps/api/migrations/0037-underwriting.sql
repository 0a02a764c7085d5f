-- Where an application stands: its status and the offer step that its owner sees, kept together; and its offers.

alter table app.loan_application
  add column offer_step text not null default 'OFFERS_PENDING',
  -- Each refresh of the offers is another round of decisions.
  add column round integer not null default 1 check (round > 0),
  add column capital_provider_id text references app.capital_provider;
update app.loan_application set offer_step = case status
    when 'NO_OFFERS' then 'NO_OFFERS_EXTENDED'
    when 'EXPIRED' then 'OFFERS_EXPIRED'
    when 'OPERATIONAL_LOAN' then 'ISSUED_PRODUCT_CREATED'
    when 'CLOSE_LOAN' then 'OFFER_ACCEPTED'
    when 'WAITING_FOR_ACCEPTANCE' then 'DISPLAY_OFFERS'
    when 'LOAN_APPLICATION_INCOMPLETE' then status
    when 'LOAN_APPLICATION_WITHDRAWN' then status
    else 'OFFERS_PENDING' end;
alter table app.loan_application add constraint step_of_status check (case
    when status in ('ASSIGN_TO_CAPITAL_PROVIDER', 'UNASSIGNED', 'CREATE_OFFERS', 'WAITING_FOR_PLATFORM_MARKUP')
      then offer_step in ('OFFERS_PENDING', 'OFFER_REFRESH_PENDING')
    when status = 'WAITING_FOR_ACCEPTANCE'
      then offer_step in ('DISPLAY_OFFERS', 'COLLECT_TAX_ID', 'COLLECT_PERSONAL_PHONE_NUMBER', 'COLLECT_PERSONA', 'SELECT_PRIMARY_BANK_ACCOUNT',
        'COLLECT_LEGAL_AGREEMENTS', 'OFFER_ACCEPTED', 'OFFERS_EXPIRED')
    when status = 'CLOSE_LOAN' then offer_step = 'OFFER_ACCEPTED'
    when status = 'NO_OFFERS' then offer_step = 'NO_OFFERS_EXTENDED'
    when status = 'EXPIRED' then offer_step = 'OFFERS_EXPIRED'
    when status = 'OPERATIONAL_LOAN' then offer_step = 'ISSUED_PRODUCT_CREATED'
    else offer_step = status end);

-- The terms that are offered for an application.
create table app.offer (
  -- A version 4 uuid, as the portal's calls expect.
  id uuid primary key default gen_random_uuid(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  decision_id uuid not null references app.decision,
  -- As the product's schema in packages/lending defines them.
  terms jsonb not null,
  -- The largest amount, limit or advance, and its APR.
  amount_cents bigint not null check (amount_cents > 0),
  apr_percentage numeric(9, 4) not null,
  status text not null check (status in ('WAITING_FOR_SELECTION', 'SELECTED', 'ACCEPTED', 'OTHER_OFFER_CHOSEN', 'EXPIRED')),
  -- Locked once the platform can no longer change its mark-up.
  is_locked boolean not null,
  is_counter_offer boolean not null,
  capital_provider_id text not null references app.capital_provider,
  -- Business time.
  expires_at timestamptz not null,
  selected_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index offers_of_application on app.offer (application_id, created_at, id);
create index offers_of_business on app.offer (business_id, id);
create trigger touch before update on app.offer for each row execute function app.touch();
call app.protect('app.offer', 'business');
grant select, insert, update on app.offer to inlay_app;
