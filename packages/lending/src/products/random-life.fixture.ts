import fc from "fast-check";
import { addDays, daysBetween } from "../calendar/business-date.ts";
import type { AssessedFee } from "../ledger/entries.ts";
import type { Item, Payment } from "../mechanics/obligation.ts";
import { type Cents, cents, noCents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import type { Life } from "./life.fixture.ts";

/** An event of a random life. What an event needs beyond its parameters is taken from the life when it happens. */
export type Event =
  | { event: "DAYS"; days: number }
  | { event: "PAYMENT"; kind: Payment["kind"]; permille: number; lag: number; of: number; isWithCredit: boolean }
  | { event: "PAYOFF"; difference: number; lag: number; of: number; isWithCredit: boolean }
  | { event: "RETURN"; of: number }
  | { event: "FEE"; feeType: AssessedFee; amount: number; of: number }
  | { event: "REBATES" }
  | { event: "OTHER"; permille: number }
  | { event: "DEFAULT" }
  | { event: "REINSTATED" }
  | { event: "WRITE_OFF" };

/** A life has many steps, so fewer lives are tried than other properties. */
export const lifeRuns = { numRuns: Math.ceil(runs.numRuns / 20) };

const of = fc.nat({ max: 20 });
const lag = fc.oneof(fc.constant(0), fc.nat({ max: 6 }));
const often = (event: fc.Arbitrary<Event>, weight: number) => ({ arbitrary: event, weight });

export const anyEvents: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    often(fc.record({ event: fc.constant("DAYS"), days: fc.nat({ max: 45 }) }), 8),
    often(
      fc.record({
        event: fc.constant("PAYMENT"),
        kind: fc.constantFrom("REPAYMENT", "REPAYMENT", "REPAYMENT", "LUMP_SUM", "FEE"),
        permille: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 1_100 })),
        lag,
        of,
        isWithCredit: fc.boolean(),
      }),
      8,
    ),
    often(
      fc.record({
        event: fc.constant("PAYOFF"),
        difference: fc.oneof(fc.constant(0), fc.integer({ min: -50_000, max: 50_000 })),
        lag,
        of,
        isWithCredit: fc.boolean(),
      }),
      2,
    ),
    often(fc.record({ event: fc.constant("RETURN"), of }), 5),
    often(
      fc.record({
        event: fc.constant("FEE"),
        feeType: fc.constantFrom("LATE_PAYMENT", "INSUFFICIENT_FUNDS", "EXTENSION_FEE", "MAINTENANCE"),
        amount: fc.integer({ min: 1, max: 50_000 }),
        of,
      }),
      2,
    ),
    often(fc.record({ event: fc.constant("REBATES") }), 1),
    often(fc.record({ event: fc.constant("OTHER"), permille: fc.integer({ min: -1_000, max: 1_000 }) }), 4),
    often(fc.record({ event: fc.constant("DEFAULT") }), 1),
    often(fc.record({ event: fc.constant("REINSTATED") }), 1),
    often(fc.record({ event: fc.constant("WRITE_OFF") }), 1),
  ) as fc.Arbitrary<Event>,
  { maxLength: 24 },
);

/**
 * Lives through the events, and checks the books after each of them. `items` are the loan itself, or the draws or invoices, and `other` is
 * an event that only this product has.
 */
export function live<Terms, Request>(
  life: Life<Terms, Request>,
  events: readonly Event[],
  items: readonly [Item, ...Item[]],
  largestCents: Cents,
  other: (permille: number) => void = () => undefined,
): void {
  const itemOf = (index: number): Item => items[index % items.length] ?? items[0];
  const creditOf = (isWithCredit: boolean): Cents =>
    cents(isWithCredit ? Math.max(0, -life.balanceOf("BORROWER_CREDIT")) : 0);
  life.check();
  for (const event of events) {
    switch (event.event) {
      case "DAYS":
        life.pass(event.days);
        break;
      case "PAYMENT": {
        const { drawId, invoiceId } = itemOf(event.of);
        const effectiveOn = earlier(life, event.lag);
        const creditCents = creditOf(event.isWithCredit);
        const amountCents = cents(Math.ceil((largestCents * event.permille) / 1_000));
        life.pay(amountCents, { kind: event.kind, creditCents, effectiveOn, drawId, invoiceId });
        break;
      }
      case "PAYOFF": {
        const { drawId, invoiceId } = itemOf(event.of);
        const quote = life.payoffOf(itemOf(event.of), creditOf(event.isWithCredit));
        const amountCents = cents(Math.max(0, quote.amountCents + event.difference));
        const effectiveOn = earlier(life, event.difference === 0 ? 0 : event.lag);
        const creditCents = quote.creditCents;
        const change = life.pay(amountCents, { kind: "PAYOFF", creditCents, effectiveOn, drawId, invoiceId });
        if (event.difference === 0 && !life.isWrittenOff && change.overpaidCents !== noCents)
          throw new Error(`a payoff by its quote is overpaid by ${change.overpaidCents}`);
        break;
      }
      case "RETURN":
        life.takeBack(event.of);
        break;
      case "FEE":
        if (life.product.penalties !== null && !life.isWrittenOff)
          life.assess(event.feeType, cents(event.amount), itemOf(event.of));
        break;
      case "REBATES":
        life.sendRebates();
        break;
      case "OTHER":
        other(event.permille);
        break;
      case "DEFAULT":
        life.default();
        break;
      case "REINSTATED":
        if (!life.isWrittenOff) life.status = "CURRENT";
        break;
      case "WRITE_OFF":
        if (!life.isWrittenOff) life.writeOff();
        break;
    }
    life.check();
  }
  life.end(items);
}

const earlier = <Terms, Request>(life: Life<Terms, Request>, days: number) => {
  const elapsed = daysBetween(life.fundedOn, life.today);
  return addDays(life.today, -Math.min(days, elapsed));
};
