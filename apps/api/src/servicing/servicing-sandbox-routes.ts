import { failNextPayment, makeNextPayment, setIssuedProductStatus } from "@inlay/contracts/calls/sandbox.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Action } from "@inlay/lending/access/permissions.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { collectedOn } from "@inlay/lending/servicing/collection.ts";
import { delinquency, delinquencyFamilies } from "@inlay/lending/servicing/delinquency.ts";
import { performInSandbox } from "../approvals/public.ts";
import { askToAdvance } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Person, Router } from "../http/public.ts";
import { daysPastDueOfProduct } from "./age.ts";
import { payNow, quotePayNow } from "./pay-now.ts";
import { quotePayoff, schedulePayoff } from "./payoff.ts";
import { readOwn } from "./read-servicing.ts";
import { debitedItems, isDebitOnItsWay, isDebitWithdrawable, type ServicedProduct } from "./serviced-product.ts";
import { defaultProduct, reinstateProduct } from "./staff-actions.ts";

const reason = "Skipped in the sandbox.";

/** What the sandbox's processor does with the debits of a product until a day, and how far the clock of the business goes then. */
type Played = { outcome: "PAID" | "RETURNED"; until: BusinessDate; clockTo: BusinessDate };

/**
 * Shortcuts of the sandbox for a product in servicing. They tell the sandbox's processor what becomes of its debits and advance the clock of the
 * business, or do what its owner and staff can do. Everything else happens as always.
 */
export function servicingSandboxRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  for (const [call, outcome] of [
    [makeNextPayment, "PAID"],
    [failNextPayment, "RETURNED"],
  ] as const)
    authenticatedRoute(
      call,
      async ({ caller, params }) => {
        const until = await inScope(app.pool, tenantOf(caller), async (tx) =>
          nextPaymentOn(await readOwn(tx, caller.businessId, params.id)),
        );
        return play(app, params.id, { outcome, until, clockTo: afterSettlement(until) });
      },
      async ({ tx, caller, ready, requestId }) => {
        await advanceTo(tx, caller, ready.clockTo, call.action, requestId);
        return { done: true as const };
      },
    );
  authenticatedRoute(
    setIssuedProductStatus,
    ({ caller, params, body, requestId }) => lead(app, caller, params.id, body.status, requestId),
    async ({ tx, caller, ready, requestId }) => {
      if (ready) await advanceTo(tx, caller, ready.clockTo, setIssuedProductStatus.action, requestId);
      return { done: true as const };
    },
  );
}

const tenantOf = ({ platformId, businessId }: Person) => ({ platformId, businessId });

/** A debit counts as successful at the end of the second banking day after its own. */
const afterSettlement = (debitedOn: BusinessDate): BusinessDate => addBankingDays(debitedOn, 3);

async function play(app: AppContext, issuedProductId: string, played: Played): Promise<Played> {
  const { outcome, until } = played;
  await app.payments.simulateDebits(issuedProductId, { outcome, until });
  return played;
}

async function advanceTo(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  toDate: BusinessDate,
  action: Action,
  requestId: string,
): Promise<void> {
  const actor = { kind: "USER", id: userId } as const;
  await askToAdvance(tx, { platformId, businessId, actor, action, requestId }, { toDate });
}

/** The day of the next debit that can still be decided about: of one that waits, of an item that falls due, or of a period that is open. */
function nextPaymentOn(serviced: ServicedProduct): BusinessDate {
  const { debits, periods, now, today } = serviced;
  const waiting = debits.filter(isDebitWithdrawable).map(({ effectiveOn }) => effectiveOn);
  const isDebited = ({ orders }: { orders: readonly { id: string }[] }) =>
    debits.some((order) => isDebitOnItsWay(order) && orders.some(({ id }) => id === order.id));
  const due = debitedItems(serviced).filter((item) => !isDebited(item) && item.dueOn >= today);
  const open = periods.filter(({ state }) => state === "OPEN").map(({ paymentOn }) => paymentOn);
  const coming = [...due.map(({ dueOn }) => dueOn), ...open].map((day) => collectedOn(day, now));
  const [first] = [...waiting, ...coming].toSorted();
  if (!first) throw new Refusal("NO_NEXT_PAYMENT");
  return first;
}

/**
 * Causes what leads a product to a status. Days past due take the clock of the business, so a product that is not far enough past due gets there
 * first: its debits are returned, and staff put it in default when the shortcut is taken again.
 */
async function lead(
  app: AppContext,
  caller: Person,
  issuedProductId: string,
  wanted: LoanStatus,
  requestId: string,
): Promise<Played | null> {
  const tenant = tenantOf(caller);
  const serviced = await inScope(app.pool, tenant, (tx) => readOwn(tx, caller.businessId, issuedProductId));
  const { loanStatus: status } = serviced.product;
  if (status === wanted) return null;
  if (wanted === "LATE" && status === "CURRENT") return play(app, issuedProductId, untilLate(serviced));
  if (wanted === "DEFAULTED" && (status === "CURRENT" || status === "LATE")) {
    const daysMissing = daysMissingToDefault(serviced);
    if (daysMissing > 0) return play(app, issuedProductId, untilPastDue(serviced, daysMissing));
    const scraCheck = { scraCheckedOn: serviced.today, scraCertificate: "SANDBOX" };
    const payload = async () => scraCheck;
    await performInSandbox(app, tenant, defaultProduct, { subjectId: issuedProductId, payload, reason, requestId });
    return null;
  }
  if (wanted === "CURRENT" && status === "DEFAULTED") {
    const payload = async () => ({});
    await performInSandbox(app, tenant, reinstateProduct, { subjectId: issuedProductId, payload, reason, requestId });
    return null;
  }
  const isArrearsPaid =
    (wanted === "CURRENT" && status === "LATE") || (wanted === "FULLY_PAID" && status === "DEFAULTED");
  if (isArrearsPaid || wanted === "FULLY_PAID") {
    const until = await inScope(app.pool, tenant, (tx) =>
      isArrearsPaid
        ? payArrears(tx, caller, issuedProductId, requestId)
        : payOff(tx, caller, issuedProductId, requestId),
    );
    return play(app, issuedProductId, { outcome: "PAID", until, clockTo: afterSettlement(until) });
  }
  throw new Refusal("STATUS_NOT_SIMULATED", { context: { status, wanted } });
}

/** By then the second try of a debit has failed as well, and the days past due count again. */
const daysUntilLate = 14;

function untilLate(serviced: ServicedProduct): Played {
  const day = addDays(nextPaymentOn(serviced), daysUntilLate);
  return { outcome: "RETURNED", until: day, clockTo: day };
}

function untilPastDue(serviced: ServicedProduct, days: number): Played {
  const from = serviced.product.loanStatus === "LATE" ? serviced.today : nextPaymentOn(serviced);
  const day = addDays(from, days);
  return { outcome: "RETURNED", until: day, clockTo: day };
}

/** None for an advance, which defaults by breach only: staff are asked at once, and refuse without one. */
function daysMissingToDefault(serviced: ServicedProduct): number {
  const steps = delinquency[delinquencyFamilies[serviced.product.productType]];
  const step = steps.find(({ code }) => code === "DEFAULTED");
  return step ? step.fromDays - daysPastDueOfProduct(serviced) : 0;
}

async function payArrears(tx: Tx, caller: Person, issuedProductId: string, requestId: string): Promise<BusinessDate> {
  const quote = await quotePayNow(tx, caller, issuedProductId);
  await payNow(tx, caller, issuedProductId, quote, requestId);
  return quote.effectiveOn;
}

async function payOff(tx: Tx, caller: Person, issuedProductId: string, requestId: string): Promise<BusinessDate> {
  const { effectiveOn } = await quotePayoff(tx, caller, issuedProductId, null);
  await schedulePayoff(tx, caller, issuedProductId, effectiveOn, requestId);
  return effectiveOn;
}
