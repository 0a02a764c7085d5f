-- The closing checklist, payoff letters, and what an accepted offer becomes.

-- The checklist of an application whose agreement everybody has signed. Times are business time.
create table app.closing_checklist (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null unique references app.loan_application,
  begun_at timestamptz not null,
  -- When the closing fails if a check has not passed. Additional input that is requested from the owner moves it.
  close_by timestamptz not null,
  next_action_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check (ended_at is null or next_action_at is null)
);
create index checklist_of_business on app.closing_checklist (business_id, id);
call app.protect('app.closing_checklist', 'business');
call app.watch_due('app.closing_checklist');
grant select, insert, update (close_by, next_action_at, ended_at) on app.closing_checklist to inlay_app;

-- A result of a closing check. The latest of a check counts; none is ever changed.
create table app.closing_check (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  check_name text not null check (check_name in (
    'SIGNERS_IDENTIFIED', 'TAX_ID_MATCHED', 'SANCTIONS_CLEAR_TODAY', 'ACCOUNT_VERIFIED_AND_OWNED', 'BALANCE_FRESH_AND_SOUND',
    'DISCLOSURE_SIGNED_BEFORE_AGREEMENT', 'AGREEMENT_SIGNED_BY_ALL', 'ACH_AUTHORIZATION_ON_FILE', 'PAYOFF_LETTERS_RECEIVED',
    'CAPITAL_RESERVED', 'STATE_REGISTRATION_HELD')),
  result text not null check (result in ('PASSED', 'FAILED')),
  -- COMPUTED from the data, or CONFIRMED by a member of staff with a note.
  source text not null check (source in ('COMPUTED', 'CONFIRMED')),
  confirmed_by uuid references app.staff_member,
  note text check (length(note) between 1 and 500),
  -- Business time.
  checked_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint confirmed_with_note check ((source = 'CONFIRMED') = (confirmed_by is not null) and (confirmed_by is null) = (note is null)),
  constraint only_passed_is_confirmed check (source = 'COMPUTED' or result = 'PASSED')
);
create index check_of_application on app.closing_check (application_id, check_name, id);
create trigger append_only before update or delete or truncate on app.closing_check
  for each statement execute function app.refuse_change();
call app.protect('app.closing_check', 'business');
grant select, insert on app.closing_check to inlay_app;

-- What another lender demands to be paid off. The latest of a debt counts; none is ever changed.
create table app.payoff_letter (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  application_id uuid not null references app.loan_application,
  -- The debt in the terms of the offer. The owner may have corrected the list of debts since, so it is no reference.
  existing_debt_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What each day after the last one adds.
  per_diem_cents bigint not null check (per_diem_cents >= 0),
  good_through date not null,
  -- The creditor's account.
  bank_account_id uuid not null references app.bank_account,
  recorded_by uuid not null references app.staff_member,
  created_at timestamptz not null default now()
);
create index letter_of_application on app.payoff_letter (application_id, existing_debt_id, id);
create trigger append_only before update or delete or truncate on app.payoff_letter
  for each statement execute function app.refuse_change();
call app.protect('app.payoff_letter', 'business');
grant select, insert on app.payoff_letter to inlay_app;

-- An accepted offer becomes one product.
alter table app.issued_product add column offer_id uuid references app.offer;
create unique index one_product_of_offer on app.issued_product (offer_id) where offer_id is not null;

-- The product that a reservation was used for. What is lent counts towards the provider's limits like what is reserved.
alter table app.capital_reservation add column issued_product_id uuid references app.issued_product;
grant update (issued_product_id) on app.capital_reservation to inlay_app;
