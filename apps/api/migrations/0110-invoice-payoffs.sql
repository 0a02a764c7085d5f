-- Early repayments of single invoices and bills: payoffs that name their invoice.

-- Null: the payoff of a loan as a whole or of a draw.
alter table app.payoff add column invoice_id uuid references app.invoice,
  add constraint payoff_of_one_item check (num_nonnulls(draw_id, invoice_id) <= 1);

-- A loan has one open payoff at most, and a line one of each of its draws or invoices.
drop index app.one_open_payoff;
create unique index one_open_payoff on app.payoff (issued_product_id, draw_id, invoice_id) nulls not distinct
  where status in ('SCHEDULED', 'IN_FLIGHT');
