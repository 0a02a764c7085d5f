import type pg from "pg";

// What is not over waits for something: a moment of its own, a payment that is under way, or a person who has a task. Each query returns what
// waits for nothing.

const isOver = (status: string) => `${status} in ('SUCCESSFUL_PAYMENT', 'FAILED_PAYMENT', 'REJECTED', 'CANCELLED')`;
const hasTask = (subject: string) =>
  `exists (select from app.task t where t.subject_id = ${subject} and t.closed_at is null)`;
const hasOrder = (condition: string) =>
  `exists (select from app.payment_order o where ${condition} and not ${isOver("o.status")})`;

const queries: Readonly<Record<string, string>> = {
  "payment order": `select p.id, p.status from app.payment_order p
    where not ${isOver("p.status")} and p.next_action_at is null and not ${hasTask("p.id")}
      and not exists (select from app.payment_attempt a where a.payment_order_id = p.id and a.ended_at is null)`,
  "product that waits for its payout": `select p.id, p.loan_status as status from app.issued_product p
    where p.product_state = 'PENDING' and p.loan_status = 'CURRENT' and p.next_action_at is null and not ${hasTask("p.id")}
      and not ${hasOrder("o.issued_product_id = p.id")}`,
  "product in servicing": `select p.id, p.loan_status as status from app.issued_product p
    join app.product_servicing s on s.issued_product_id = p.id
    where p.product_state = 'ACTIVE' and p.loan_status in ('CURRENT', 'LATE', 'DEFAULTED') and p.written_off_at is null
      and s.next_action_at is null and p.next_action_at is null and not ${hasTask("p.id")}
      and not ${hasOrder("o.issued_product_id = p.id")}`,
  "period of an advance": `select a.id, a.state as status from app.advance_period a
    join app.product_servicing s on s.issued_product_id = a.issued_product_id
    where a.state not in ('PAID', 'NO_SALES', 'DROPPED') and s.next_action_at is null and not ${hasTask("a.issued_product_id")}
      and not ${hasOrder("o.item = 'period/' || a.id")}`,
  "settlement of receivables": `select r.id, r.status from app.receivable_settlement r
    where case r.status when 'OPEN' then r.next_action_at is null
      when 'COLLECTING' then not ${hasOrder("o.item = 'receivable-settlement/' || r.id")}
      when 'FAILED' then not ${hasTask("r.id")} else false end`,
  payoff: `select f.id, f.status from app.payoff f
    where f.status in ('SCHEDULED', 'IN_FLIGHT') and not ${hasOrder("o.id = f.payment_order_id")}`,
};

/** What waits although nothing and nobody will end its wait. */
export async function waitingForNothing(admin: pg.Pool): Promise<string[]> {
  const found: string[] = [];
  for (const [what, text] of Object.entries(queries)) {
    const { rows } = await admin.query<{ id: string; status: string }>(text);
    found.push(...rows.map(({ id, status }) => `${what} ${id}, ${status}`));
  }
  return found;
}
