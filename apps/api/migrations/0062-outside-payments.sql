-- Payments of a business that reach our bank without the processor, such as a wire or a check. Their sender chose the amount.

alter table app.payment_order drop constraint payment_order_purpose_check;
alter table app.payment_order add constraint payment_order_purpose_check check (purpose in ('FUNDING', 'REBATE', 'CREDIT_REFUND', 'REPAYMENT',
  'FEE', 'PAYOFF', 'LUMP_SUM', 'REVERSAL', 'MICRO_ENTRY', 'OTHER'));
-- Nobody is debited an amount that was not announced.
alter table app.payment_order add constraint lump_sum_from_outside check (purpose <> 'LUMP_SUM' or (rail = 'OUTSIDE' and direction = 'INCOMING'));
