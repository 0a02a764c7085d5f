import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import type { Auditor } from "./invariants.ts";

/** An instruction to move money that the processor has accepted. */
export type AcceptedInstruction = {
  id: string;
  /** Our order id, or whatever reference a foreign instruction carries. */
  reference: string | null;
  direction: PaymentDirection;
  amountCents: number;
};

/** `before` was read before the snapshot that the auditor sees, `after` after it. */
type Accepted = { before: readonly AcceptedInstruction[]; after: readonly AcceptedInstruction[]; since: BusinessDate };

const instruction = `jsonb_to_recordset($1) as instruction (id text, reference text, direction text, "amountCents" bigint)`;

const wereAccepted = [
  `select format('%s of %s was accepted, and no order of ours stands behind it', instruction.id, instruction."amountCents")
   from ${instruction} left join app.payment_order o on o.id::text = instruction.reference where o.id is null`,
  `select format('payment order %s was accepted %s times', reference, count(*)) from ${instruction}
   where reference is not null group by reference having count(*) > 1`,
  `select format('payment order %s is %s of %s, and was accepted as %s of %s', o.id, o.direction, o.amount_cents, instruction.direction, instruction."amountCents")
   from ${instruction} join app.payment_order o on o.id::text = instruction.reference
   where o.amount_cents <> instruction."amountCents" or o.direction <> instruction.direction`,
  `select format('payment order %s is kept as %s, and was accepted as %s', o.id, o.processor_order_id, instruction.id)
   from ${instruction} join app.payment_order o on o.id::text = instruction.reference where o.processor_order_id <> instruction.id`,
  // A claimed order is being sent and its response has not arrived yet, so it is not a difference.
  `select format('payment order %s was accepted, and is %s', o.id, o.status)
   from ${instruction} join app.payment_order o on o.id::text = instruction.reference
   where o.status in ('CREATED', 'REJECTED', 'CANCELLED') or (o.status = 'SCHEDULED' and o.claimed_at is null)`,
  `select format('payment order %s is %s and not in the books', o.id, o.status)
   from ${instruction} join app.payment_order o on o.id::text = instruction.reference
   where not exists (select from app.payment_order_journal b where b.payment_order_id = o.id)
     and case o.direction when 'OUTGOING' then o.processor_order_id is not null else o.status = 'SUCCESSFUL_PAYMENT' end`,
  `select format('journal %s of payment order %s does not exist', b.journal_id, o.id)
   from ${instruction} join app.payment_order o on o.id::text = instruction.reference
   join app.payment_order_journal b on b.payment_order_id = o.id
   where not exists (select from app.journal j where j.id = b.journal_id)`,
];

const wasSent = `select format('payment order %s was sent as %s, of which the processor knows nothing', o.id, o.processor_order_id)
  from app.payment_order o where o.processor_order_id is not null and o.effective_on >= $2
    and not exists (select from ${instruction} where instruction.id = o.processor_order_id)`;

/**
 * Compares the processor's instructions with the payment orders in both directions, and with the ledger. Returns one sentence per
 * difference.
 */
export async function compareWithProcessor(auditor: Auditor, { before, after, since }: Accepted): Promise<string[]> {
  const differences: string[] = [];
  const ask = async (text: string, values: unknown[]) => {
    const { rows } = await auditor.query(`select * from (${text}) differences (sentence) limit 20`, values);
    differences.push(...rows.map((row) => row.sentence));
  };
  for (const text of wereAccepted) await ask(text, [JSON.stringify(before)]);
  await ask(wasSent, [JSON.stringify(after), since]);
  return differences;
}
