-- Advances whose business has closed.

-- That the business of an advance has closed, as two members of staff have confirmed it. What was left of the advance was written off, and
-- the advance closed without a default.
create table app.business_closure (
  id uuid primary key default uuidv7(),
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  issued_product_id uuid not null unique references app.issued_product,
  closed_on date not null,
  -- What confirms it, such as the entry of the state's register.
  evidence text not null check (length(evidence) between 1 and 200),
  -- The last day that may have had sales.
  last_sales_on date not null,
  written_off_cents bigint not null check (written_off_cents >= 0),
  -- The second person.
  confirmed_by uuid not null references app.staff_member,
  -- In business time.
  made_on date not null,
  created_at timestamptz not null default now()
);
create index business_closures_of_business on app.business_closure (business_id, id);
call app.protect('app.business_closure', 'business');
grant select, insert on app.business_closure to inlay_app;
