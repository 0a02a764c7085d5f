-- Installments that their owner pays in two parts, periods whose next try has a chosen day, and authorizations of single debits.

-- A person's authorization of single debits: which amounts on which days from which account, with the text exactly as it was shown.
create table app.debit_authorization (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  bank_account_id uuid not null references app.bank_account,
  -- The account as it was shown. Its row may have other numbers later.
  last4 text not null,
  user_id uuid not null references app.business_user,
  text text not null,
  text_version text not null,
  language text not null check (language in ('en', 'es')),
  given_from inet not null,
  given_at timestamptz not null default now()
);
create index debit_authorizations_of_business on app.debit_authorization (business_id, id);
call app.protect('app.debit_authorization', 'business');
grant select, insert on app.debit_authorization to inlay_app;
create trigger append_only before update or delete or truncate on app.debit_authorization
  for each statement execute function app.refuse_change();

-- A payment from another account than the one that is debited otherwise has an authorization of its own.
alter table app.pay_now add column debit_authorization_id uuid unique references app.debit_authorization;

alter table app.servicing_policy
  -- The days within which both parts of a split installment are debited, and how often a product has one. Zero: not at all.
  add column split_within_days integer not null default 14 check (split_within_days between 0 and 14),
  add column split_once_in_days integer not null default 365 check (split_once_in_days > 0);

alter table app.arrangement drop constraint arrangement_kind_check;
alter table app.arrangement
  add constraint arrangement_kind_check check (kind in ('RETRY_DAY', 'MOVE', 'SPLIT', 'HARDSHIP')),
  -- The part of a split installment that this row makes, or whose next try has a chosen day.
  add column part integer check (part in (1, 2)),
  -- What is debited for the part, and the authorization of both parts.
  add column amount_cents bigint check (amount_cents > 0),
  add column debit_authorization_id uuid references app.debit_authorization,
  add constraint parts_are_authorized check ((kind = 'SPLIT') = (amount_cents is not null) and (kind = 'SPLIT') = (debit_authorization_id is not null)),
  add constraint part_of_kind check (part is not null or kind <> 'SPLIT'),
  -- The period of an advance whose next try has a chosen day.
  add column advance_period_id uuid references app.advance_period,
  add constraint item_of_retry check (kind in ('SPLIT', 'RETRY_DAY') or (part is null and advance_period_id is null)),
  add constraint period_has_no_part check (part is null or advance_period_id is null);
create unique index one_split on app.arrangement (obligation_id, part) where kind = 'SPLIT';
