-- Payoffs of single draws.

-- Null: the payoff of a loan as a whole.
alter table app.payoff add column draw_id uuid references app.draw;

-- A loan has one open payoff at most, and a line one of each of its draws.
drop index app.one_open_payoff;
create unique index one_open_payoff on app.payoff (issued_product_id, draw_id) nulls not distinct
  where status in ('SCHEDULED', 'IN_FLIGHT');
