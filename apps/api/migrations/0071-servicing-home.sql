-- The home page of servicing reads what is open of a product, and none of its history.

create index open_obligations_of_product on app.obligation (issued_product_id, due_on, number)
  where cancelled_at is null
    and owed_principal_cents + owed_interest_cents + owed_fee_cents
      > paid_principal_cents + paid_interest_cents + paid_fee_cents
        + waived_principal_cents + waived_interest_cents + waived_fee_cents;
create index open_debits_of_product on app.payment_order (issued_product_id, effective_on, id)
  where direction = 'INCOMING' and status in ('CREATED', 'SCHEDULED', 'SUBMITTED', 'PAYMENT_PROCESSOR_OUTAGE', 'UNEXPECTED_ERROR');
create index open_periods_of_product on app.advance_period (issued_product_id, number)
  where state in ('OPEN', 'DUE', 'DUE_ESTIMATED', 'UNPAID');
