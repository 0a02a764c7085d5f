-- Issued products with their draws, invoices and obligations.
--
-- The row of an issued product is its lock: whoever decides about the product, its obligations or its payment orders locks it first.

-- A product that was offered, accepted and closed.
create table app.issued_product (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  product_type text not null check (product_type in ('TERM_LOAN', 'LOC_TERM_LOAN', 'FAST_PAY', 'EXTEND_PAY_PURCHASE_ORDER', 'MCA', 'INTEGRATED_MCA')),
  book text not null check (book in ('CONCAR_SPV_1', 'EQUITY', 'OPCO')),
  -- The signed terms, as the product's schema in packages/lending defines them. They never change.
  terms jsonb not null,
  -- What the business requested within the terms. Null for a line, whose draws and invoices have their own.
  request jsonb,
  -- Null for a loan or an advance.
  limit_cents bigint check (limit_cents >= 0),
  -- The principal of draws and invoices that are approved and not funded yet.
  reserved_cents bigint not null default 0 check (reserved_cents >= 0),
  loan_status text not null check (loan_status in ('CURRENT', 'LATE', 'DEFAULTED', 'FULLY_PAID', 'REFINANCED', 'CLOSED')),
  product_state text not null check (product_state in ('PENDING', 'ACTIVE')),
  -- The effective date of the payout; of a line, the day on which it was opened.
  funded_on date,
  matures_on date,
  written_off_at timestamptz,
  -- The product whose payout has paid this one off, and the status that this one has again if that payout is returned.
  refinanced_by_id uuid references app.issued_product,
  status_before_refinance text check (status_before_refinance in ('CURRENT', 'LATE')),
  constraint refinance_is_complete check ((refinanced_by_id is null) = (status_before_refinance is null)),
  -- When the next obligation falls due and is billed.
  next_action_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index products_of_business on app.issued_product (business_id, id);
create index products_refinanced on app.issued_product (refinanced_by_id) where refinanced_by_id is not null;
create trigger touch before update on app.issued_product for each row execute function app.touch();
call app.protect('app.issued_product', 'business');
grant select, insert, update on app.issued_product to inlay_app;
call app.watch_due('app.issued_product');

-- A draw on a line of credit.
create table app.draw (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  request jsonb not null,
  state text not null check (state in ('PENDING_FUND_DISBURSEMENT', 'WAITING_FOR_REPAYMENT', 'DEFAULTED', 'REJECTED', 'CLOSED')),
  funded_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index draws_of_product on app.draw (issued_product_id, id);
create trigger touch before update on app.draw for each row execute function app.touch();
call app.protect('app.draw', 'business');
grant select, insert, update on app.draw to inlay_app;

-- A financed invoice or bill.
create table app.invoice (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  request jsonb not null,
  state text not null check (state in ('WAITING_FOR_PARSING', 'IN_REVIEW', 'PENDING_FUND_DISPERSEMENT', 'WAITING_FOR_REPAYMENT', 'LATE', 'DEFAULTED',
    'CLOSED_INVOICE', 'REJECTED')),
  funded_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index invoices_of_product on app.invoice (issued_product_id, id);
create trigger touch before update on app.invoice for each row execute function app.touch();
call app.protect('app.invoice', 'business');
grant select, insert, update on app.invoice to inlay_app;

-- An amount that the borrower owes: an installment, a repayment of an invoice, an advance with its fee, or an assessed fee. What is unpaid
-- is owed less paid less waived, and is never negative.
create table app.obligation (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  draw_id uuid references app.draw,
  invoice_id uuid references app.invoice,
  number integer not null check (number > 0),
  -- Null for an advance, which is repaid from sales.
  due_on date,
  original_due_on date,
  plan_version integer not null default 1,
  fee_type text check (fee_type in ('LATE_PAYMENT', 'INSUFFICIENT_FUNDS', 'TRANSACTION_FEE', 'MAINTENANCE', 'EXTENSION_FEE', 'ORIGINATION', 'MCA_FEE')),
  owed_principal_cents bigint not null,
  owed_interest_cents bigint not null,
  owed_fee_cents bigint not null,
  paid_principal_cents bigint not null default 0,
  paid_interest_cents bigint not null default 0,
  paid_fee_cents bigint not null default 0,
  waived_principal_cents bigint not null default 0,
  waived_interest_cents bigint not null default 0,
  waived_fee_cents bigint not null default 0,
  -- The part of the interest that is in INTEREST_RECEIVABLE or paid.
  billed_interest_cents bigint not null default 0,
  -- The part of the product's unearned fee that this obligation earns.
  unearned_fee_cents bigint not null default 0 check (unearned_fee_cents >= 0),
  -- Of a repayment of an invoice: what its rebate is calculated from.
  rebate_fee_percentage text,
  rebate_plan_days integer,
  constraint rebate_terms_are_complete check ((rebate_fee_percentage is null) = (rebate_plan_days is null)),
  -- The rebate or refund that the borrower owes back because its debit was returned.
  refund_order_id uuid references app.payment_order,
  -- The payout that created it. Null for an assessed fee and for what is owed back. A fee that was carried from a refinanced product has one.
  funding_order_id uuid references app.payment_order,
  -- That payout was returned.
  cancelled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint nothing_is_paid_twice check (
    paid_principal_cents >= 0 and waived_principal_cents >= 0 and owed_principal_cents >= paid_principal_cents + waived_principal_cents
    and paid_interest_cents >= 0 and waived_interest_cents >= 0 and owed_interest_cents >= paid_interest_cents + waived_interest_cents
    and paid_fee_cents >= 0 and waived_fee_cents >= 0 and owed_fee_cents >= paid_fee_cents + waived_fee_cents
  ),
  constraint billed_interest_is_owed check (billed_interest_cents between paid_interest_cents and owed_interest_cents),
  constraint fee_has_type check (owed_fee_cents = 0 or fee_type is not null)
);
create index obligations_of_product on app.obligation (issued_product_id, due_on, number);
create trigger touch before update on app.obligation for each row execute function app.touch();
call app.protect('app.obligation', 'business');
grant select, insert, update on app.obligation to inlay_app;

-- What a payment order changed of an obligation, as differences: a debit when it settled, and a payout when it was submitted, of the
-- obligations of a product that it refinances. A return subtracts exactly these.
create table app.payment_application (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  payment_order_id uuid not null references app.payment_order,
  issued_product_id uuid not null references app.issued_product,
  obligation_id uuid not null references app.obligation,
  -- The day from which the payment counts.
  effective_on date not null,
  owed_principal_cents bigint not null,
  owed_interest_cents bigint not null,
  owed_fee_cents bigint not null,
  paid_principal_cents bigint not null,
  paid_interest_cents bigint not null,
  paid_fee_cents bigint not null,
  waived_principal_cents bigint not null,
  waived_interest_cents bigint not null,
  waived_fee_cents bigint not null,
  billed_interest_cents bigint not null,
  unearned_fee_cents bigint not null,
  taken_back_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index one_application on app.payment_application (payment_order_id, obligation_id) where taken_back_at is null;
create index applications_of_product on app.payment_application (issued_product_id, effective_on);
call app.protect('app.payment_application', 'business');
grant select, insert, update (taken_back_at) on app.payment_application to inlay_app;

-- The share of one card sale that a platform withheld for an integrated advance; negative for a refund of the sale. It is accepted once.
create table app.receivable (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  amount_cents bigint not null,
  accepted_on date not null,
  created_at timestamptz not null default now()
);
create index receivables_of_product on app.receivable (issued_product_id, created_at);
call app.protect('app.receivable', 'business');
grant select, insert on app.receivable to inlay_app;

alter table app.payment_order
  add foreign key (issued_product_id) references app.issued_product,
  add foreign key (draw_id) references app.draw,
  add foreign key (invoice_id) references app.invoice;

-- The nightly check compares the ledger with what is owed.
grant select (id, loan_status, limit_cents, reserved_cents) on app.issued_product to inlay_auditor;
grant select (id, issued_product_id, draw_id, invoice_id, number, fee_type, owed_principal_cents, owed_interest_cents, owed_fee_cents,
  paid_principal_cents, paid_interest_cents, paid_fee_cents, waived_principal_cents, waived_interest_cents, waived_fee_cents,
  billed_interest_cents, unearned_fee_cents, refund_order_id, cancelled_at) on app.obligation to inlay_auditor;
grant select (payment_order_id, paid_principal_cents, paid_interest_cents, paid_fee_cents, taken_back_at) on app.payment_application to inlay_auditor;
create policy audit on app.issued_product for select to inlay_auditor using (true);
create policy audit on app.obligation for select to inlay_auditor using (true);
create policy audit on app.payment_application for select to inlay_auditor using (true);
