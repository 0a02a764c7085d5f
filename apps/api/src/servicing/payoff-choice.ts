import type { PayoffChoice } from "@inlay/contracts/servicing/payoff.ts";
import type { PayableOff, PayOffRefusal } from "@inlay/lending/mechanics/why-not-pay-off.ts";
import { payoffDays } from "@inlay/lending/servicing/payoff-days.ts";
import type { Tx } from "../db/scope.ts";
import { isPayoffCancellable } from "./payoff.ts";
import { quotePayoffFor } from "./payoff-quote.ts";
import { openPayoffOf, type ServicedProduct } from "./serviced-product.ts";

/** The payoff of a loan or a draw as its page shows it: the days that can be chosen, or why none can, and the one that is scheduled. */
export async function readPayoffChoice(
  tx: Tx,
  serviced: ServicedProduct,
  { nextPaymentOn }: PayableOff,
  refusal: PayOffRefusal | null,
  drawId: string | null,
): Promise<PayoffChoice> {
  const { debits, now, accountId } = serviced;
  const window = refusal === null && nextPaymentOn !== null ? payoffDays(nextPaymentOn, now) : null;
  const days = [...(window?.days ?? [])];
  const first = days[0] ? await quotePayoffFor(tx, serviced, days[0], drawId) : null;
  const open = openPayoffOf(serviced, { drawId, invoiceId: null });
  const order = debits.find(({ id }) => id === open?.paymentOrderId);
  return {
    // In the evening before the last day of the window, its file has left.
    why: refusal ?? (days.length === 0 ? "PAYOFF_PAYMENT_DUE_SOON" : accountId === null ? "PAYOFF_NO_ACCOUNT" : null),
    days,
    closedDays: [...(window?.closedDays ?? [])],
    latestOn: window?.latestOn ?? null,
    nextPaymentOn,
    first: first && {
      effectiveDate: first.effectiveOn,
      amountCents: first.amountCents,
      savedCents: first.savedCents,
    },
    scheduled:
      open && order
        ? {
            effectiveDate: order.effectiveOn,
            amountCents: order.amountCents,
            isCancellable: isPayoffCancellable(order),
          }
        : null,
  };
}
