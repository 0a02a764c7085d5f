-- Merchant cash advances: breaches, and sales that staff record.

-- That an advance cannot be debited any more, and by when the business replaces the authorization. One that is not replaced is a breach of the
-- agreement, for which staff can default the advance. One is open for an advance at most.
create table app.advance_breach (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  state text not null check (state in ('CURE_PERIOD', 'BREACHED', 'CURED', 'ENDED')),
  -- Days in business time.
  lost_on date not null,
  cure_by date not null check (cure_by > lost_on),
  is_reminded boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_open_advance_breach on app.advance_breach (issued_product_id) where state in ('CURE_PERIOD', 'BREACHED');
create index advance_breaches_of_business on app.advance_breach (business_id, id);
create trigger touch before update on app.advance_breach for each row execute function app.touch();
call app.protect('app.advance_breach', 'business');
grant select, insert, update (state, is_reminded) on app.advance_breach to inlay_app;

-- The sales of a period of an advance as staff have read them from a document, because neither the platform nor a bank tells them. The latest
-- counts, until one of those does.
create table app.sales_evidence (
  id uuid primary key,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null references app.issued_product,
  advance_period_id uuid not null references app.advance_period,
  sales_cents bigint not null check (sales_cents >= 0),
  business_document_id uuid not null references app.business_document,
  -- The second person where it takes two.
  recorded_by uuid not null references app.staff_member,
  -- In business time.
  recorded_on date not null,
  created_at timestamptz not null default now()
);
create index sales_evidence_of_period on app.sales_evidence (advance_period_id, id);
create index sales_evidence_of_business on app.sales_evidence (business_id, id);
call app.protect('app.sales_evidence', 'business');
grant select, insert on app.sales_evidence to inlay_app;

alter table app.advance_period
  drop constraint advance_period_sales_source_check,
  add constraint advance_period_sales_source_check check (sales_source in ('PLATFORM', 'BANK', 'EVIDENCE'));
