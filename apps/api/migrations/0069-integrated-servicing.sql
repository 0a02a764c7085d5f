-- Servicing of integrated advances.

alter table app.product_servicing
  -- Platforms report sales of an integrated advance, and have withheld nothing of them since this day. Null while nothing is missing.
  add column receivables_missing_since date;
grant update (receivables_missing_since) on app.product_servicing to inlay_app;

-- Integrated advances that were funded before their daily life was kept here.
insert into app.product_servicing (platform_id, business_id, issued_product_id, next_action_at)
select platform_id, business_id, id, now() from app.issued_product
where product_type = 'INTEGRATED_MCA' and funded_on is not null and loan_status in ('CURRENT', 'LATE', 'DEFAULTED')
on conflict (issued_product_id) do nothing;
