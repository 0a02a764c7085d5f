-- Invoices and bills from their submission on: what was said about them, how long they wait, and whom a bill pays.

alter table app.invoice
  -- How it came to us. This and the amounts are null only for invoices of tests of the ledger, which nobody submitted.
  add column source text check (source in ('EMBEDDED_SESSION_DATA', 'EMBEDDED_SESSION_FILE', 'USER_UPLOAD')),
  add column submitted_by uuid references app.business_user,
  add column number text check (char_length(number) between 1 and 128),
  add column business_document_id uuid references app.business_document,
  -- The payor of an invoice or the payee of a bill: type, names, email and address. Null until its file has been parsed.
  add column party jsonb,
  add column description text,
  -- The face amount of an invoice, or the remaining balance of a bill.
  add column amount_cents bigint check (amount_cents >= 100),
  add column requested_cents bigint check (requested_cents >= 100),
  add constraint requested_of_amount check (requested_cents <= amount_cents),
  add column issued_on date,
  add column due_on date,
  -- The payee must receive the whole bill, so it is not financed in part.
  add column is_fully_payable boolean not null default false,
  -- What the person confirmed. A later approval finances the same or less.
  add column confirmed_principal_cents bigint check (confirmed_principal_cents >= 0),
  -- What is financed, charged, paid out and repaid.
  add column principal_cents bigint check (principal_cents >= 0),
  add column fee_cents bigint check (fee_cents >= 0),
  add column payout_cents bigint check (payout_cents > 0),
  add column repayment_cents bigint check (repayment_cents > 0),
  -- The repayment if the limit had not capped the advance.
  add column uncapped_repayment_cents bigint check (uncapped_repayment_cents > 0),
  add column review_reason text check (review_reason in
    ('NOT_READ', 'AMOUNT_DIFFERS', 'DATE_DIFFERS', 'NOT_US_DOLLARS', 'PAYOR_UNKNOWN', 'DUPLICATE')),
  -- When staff approved or rejected it.
  add column reviewed_at timestamptz,
  add column last_review_reminder_sent_at timestamptz,
  -- Shown to the borrower.
  add column rejection_reason text check (char_length(rejection_reason) between 1 and 500),
  add column is_cancelled boolean not null default false check (not is_cancelled or state = 'REJECTED'),
  -- The account that the payout of a bill goes to.
  add column payee_account_id uuid references app.bank_account,
  -- Since when it has waited for its file, its review or its payout, and when that wait ends without it. Business time.
  add column waits_since timestamptz,
  add column waits_until timestamptz,
  -- The next reminder or the end of the wait.
  add column next_action_at timestamptz,
  add constraint submission_is_complete check (num_nulls(source, amount_cents, requested_cents, due_on, confirmed_principal_cents, principal_cents,
    fee_cents, payout_cents, repayment_cents, uncapped_repayment_cents) in (0, 10)),
  add constraint review_has_reason check (state <> 'IN_REVIEW' or review_reason is not null or source is null),
  add constraint wait_is_limited check (source is null or (state in ('WAITING_FOR_PARSING', 'IN_REVIEW', 'PENDING_FUND_DISPERSEMENT'))
    = (waits_until is not null and waits_since is not null));
create unique index invoice_by_document on app.invoice (business_document_id)
  where business_document_id is not null and state <> 'REJECTED';
create index invoices_of_business on app.invoice (business_id, id);
call app.watch_due('app.invoice');

-- A changed repayment date of an invoice or bill: an extension, or its reversal because the fee for it was not paid.
create table app.invoice_date_change (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  invoice_id uuid not null references app.invoice,
  -- The repayment whose date has changed.
  obligation_id uuid not null references app.obligation,
  changed_by text not null check (changed_by in ('PROVIDER', 'BORROWER')),
  changed_by_user uuid references app.business_user,
  constraint user_of_borrower check ((changed_by = 'BORROWER') = (changed_by_user is not null)),
  change_reason text not null check (change_reason in ('PAYMENT_EXTENSION', 'REVERSE_LAST_CHANGE')),
  before_date date not null,
  after_date date not null check (after_date <> before_date),
  -- Of an extension: the fee, which is due on the date before.
  fee_obligation_id uuid references app.obligation,
  constraint fee_of_extension check ((change_reason = 'PAYMENT_EXTENSION') = (fee_obligation_id is not null)),
  -- Of a reversal: the extension that it takes back, once.
  reverses_id uuid unique references app.invoice_date_change,
  constraint reversal_names_extension check ((change_reason = 'REVERSE_LAST_CHANGE') = (reverses_id is not null)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index date_changes_of_invoice on app.invoice_date_change (invoice_id, id);
create index date_changes_of_business on app.invoice_date_change (business_id, id);
call app.protect('app.invoice_date_change', 'business');
grant select, insert on app.invoice_date_change to inlay_app;
create trigger append_only before update or delete or truncate on app.invoice_date_change
  for each statement execute function app.refuse_change();
