import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { joined, type Payment } from "@inlay/lending/mechanics/obligation.ts";
import { cents, noCents, sum } from "@inlay/lending/money/cents.ts";
import { announcedForBankingDays } from "@inlay/lending/servicing/outside-payment.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { createOrder } from "../payments/public.ts";
import { functionsOf, readIssued } from "../products/public.ts";
import { lockOwn } from "./read-servicing.ts";
import type { ServicedProduct } from "./serviced-product.ts";

// A business announces a wire or check before our bank has it. The order waits for a second person, then for the line of our bank, which staff
// name as that of any payment without the processor. It pays what is due on the day of the line. Debits go on meanwhile.

type AnnouncedPayment = { issuedProductId: string; amountCents: number; expectedOn: string };

/** The second person approves the payment itself, as that of every payment that a person makes. */
export const announcePayment: StaffAction<AnnouncedPayment> = {
  kind: "product.announce-outside-payment",
  action: "staff.outside-payment.announce",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { businessId, payload, memberId, requestId, staffRequestId }) => {
    const { serviced, payment } = await readyFor(tx, businessId, payload);
    const { product } = serviced;
    await createOrder(
      tx,
      {
        platformId: product.platformId,
        businessId: product.businessId,
        key: `announced/${staffRequestId}`,
        bankAccountId: null,
        rail: "OUTSIDE",
        direction: "INCOMING",
        paymentType: "REPAYMENT",
        productType: product.productType,
        feeType: null,
        amountCents: payment.amountCents,
        // The product decides when it is applied.
        split: { principalCents: payment.amountCents, interestCents: 0, feeCents: 0 },
        book: product.book,
        item: `announced/${product.id}`,
        subjects: { issuedProductId: product.id },
        dueOn: payment.effectiveOn,
        purpose: "LUMP_SUM",
        entries: null,
        isManual: true,
        isOnce: true,
      },
      { actor: { kind: "STAFF", id: memberId }, requestId },
    );
  },
};

type Ready = { serviced: ServicedProduct; payment: Payment };

async function readyFor(tx: Tx, businessId: string | null, wanted: AnnouncedPayment): Promise<Ready> {
  if (!businessId) throw new Error("a product belongs to a business");
  const serviced = await lockOwn(tx, businessId, wanted.issuedProductId);
  const { product, today, accountId } = serviced;
  if (product.fundedOn === null || issuedProductLifecycle.isOver(product.loanStatus))
    throw new Refusal("WRONG_STATE", {
      context: { status: product.loanStatus, allowedFrom: ["CURRENT", "LATE", "DEFAULTED"] },
    });
  const latest = addBankingDays(bankingDayOnOrAfter(today), announcedForBankingDays);
  const expectedOn = businessDate(wanted.expectedOn);
  if (expectedOn < today || expectedOn > latest)
    throw new Refusal("RECEIVED_ON_OTHER_DAY", { context: { earliest: today, latest } });
  const payment: Payment = {
    kind: "LUMP_SUM",
    amountCents: cents(wanted.amountCents),
    creditCents: noCents,
    effectiveOn: bankingDayOnOrAfter(expectedOn),
    drawId: null,
    invoiceId: null,
  };
  if ((await paidBy(tx, serviced, payment)).overpaidCents > 0 && accountId === null)
    throw new Refusal("NO_ACCOUNT_FOR_REFUND");
  return { serviced, payment };
}

/** What the payment would pay if it came on its day and nothing else was paid before. */
async function paidBy(tx: Tx, { product }: ServicedProduct, payment: Payment) {
  const issued = await readIssued(tx, product);
  const { obligations, overpaidCents } = joined(functionsOf(product.productType).apply(issued, payment));
  const interestCents = sum(obligations.map(({ paid }) => paid.interestCents));
  const feeCents = sum(obligations.map(({ paid }) => paid.feeCents));
  const principalCents = cents(payment.amountCents - interestCents - feeCents - overpaidCents);
  return { principalCents, interestCents, feeCents, overpaidCents };
}

export function announcedPaymentRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.previewAnnouncedPayment,
    async ({ tx, params: { businessId, issuedProductId }, query }) => {
      const { serviced, payment } = await readyFor(tx, businessId, { issuedProductId, ...query });
      return { effectiveOn: payment.effectiveOn, paid: await paidBy(tx, serviced, payment) };
    },
  );
  authenticatedRoute(
    staffCalls.announceOutsidePayment,
    ({ tx, caller, params: { issuedProductId }, body: { reason, ...announced }, requestId }) =>
      requestAction(tx, app, announcePayment, {
        caller,
        subjectId: issuedProductId,
        payload: { issuedProductId, ...announced },
        reason,
        requestId,
      }),
  );
}
