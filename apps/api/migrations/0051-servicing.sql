-- The start of servicing.

-- A welcome page that the primary owner has completed. Each product has one.
create table app.servicing_welcome (
  issued_product_id uuid primary key references app.issued_product,
  platform_id uuid not null references app.platform,
  business_id uuid not null references app.business,
  seen_by uuid not null references app.business_user,
  -- Business time.
  seen_at timestamptz not null
);
create index welcomes_of_business on app.servicing_welcome (business_id);
call app.protect('app.servicing_welcome', 'business');
grant select, insert on app.servicing_welcome to inlay_app;
