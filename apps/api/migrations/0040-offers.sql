-- Mark-ups of platforms.

-- What a platform adds to the fees of a product at a rating. The first mark-up that it submits sets the row, which is never changed, so that
-- equal applicants get equal prices.
create table app.platform_markup (
  platform_id uuid not null references app.platform,
  product text not null check (product in ('TERM_LOAN', 'LOC_TERM_LOAN', 'FAST_PAY', 'EXTEND_PAY_PURCHASE_ORDER', 'MCA', 'INTEGRATED_MCA')),
  rating text not null check (rating in ('LOW', 'MEDIUM', 'HIGH')),
  -- In points of the fee.
  markup_percentage numeric(7, 4) not null check (markup_percentage between 0 and 100),
  -- The application for which it was submitted.
  application_id uuid not null references app.loan_application,
  created_at timestamptz not null default now(),
  primary key (platform_id, product, rating)
);
call app.protect('app.platform_markup', 'shared');
grant select, insert on app.platform_markup to inlay_app;

alter table app.offer
  -- The part of the fees that is the platform's.
  add column markup_percentage numeric(7, 4) not null default 0 check (markup_percentage between 0 and 100),
  -- Whose law applies to the price. Null for offers that are older than these columns, to which no mark-up is added.
  add column state text,
  add column borrower text check (borrower in ('INDIVIDUAL', 'ENTITY'));
