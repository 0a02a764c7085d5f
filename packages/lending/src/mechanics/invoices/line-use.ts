import { difference } from "../../explain/arithmetic.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import { type Cents, least, subtract, sum } from "../../money/cents.ts";
import type { InvoiceState } from "./invoice.ts";
import { isUnfundedInvoice } from "./invoice-wait.ts";

export type LineUse = {
  /** Funded, and not being repaid yet. */
  activeCents: Cents;
  /** A repayment is on its way. It frees the limit when it has settled. */
  repayingCents: Cents;
  /** Submitted and not funded yet. */
  waitingCents: Cents;
  availableCents: Cents;
};

type UsingInvoice = { state: InvoiceState; isBeingRepaid: boolean; principalCents: Cents | null };

/** What the limit of a line is used for. The parts add up to the limit, unless more than the limit is in use. */
export function lineUse(
  { limitCents, availableCents }: { limitCents: Cents; availableCents: Cents },
  invoices: readonly UsingInvoice[],
  write: Worksheet,
): LineUse {
  const usedCents = subtract(limitCents, availableCents);
  const principalOf = (isPart: (invoice: UsingInvoice) => boolean) =>
    sum(invoices.filter(isPart).flatMap(({ principalCents }) => principalCents ?? []));
  const waitingCents = least(
    principalOf(({ state }) => isUnfundedInvoice(state)),
    usedCents,
  );
  // A part of it may have been repaid before.
  const repayingCents = least(
    principalOf(({ isBeingRepaid }) => isBeingRepaid),
    subtract(usedCents, waitingCents),
  );
  const activeCents = subtract(usedCents, sum([waitingCents, repayingCents]));
  const remainingCents = write(
    "availableCents",
    difference,
    { fromCents: limitCents, activeCents, repayingCents, waitingCents },
    { fromCents: "terms", activeCents: "ledger", repayingCents: "ledger", waitingCents: "ledger" },
  );
  return { activeCents, repayingCents, waitingCents, availableCents: remainingCents };
}
