import { getCashAdvance, listProductReceivables } from "@inlay/contracts/calls/cash-advance.ts";
import {
  listPilotInvoices as listPilotInvoicesCall,
  openPilotInvoiceSession,
  readEmbeddedSession,
} from "@inlay/contracts/calls/embedded-sessions.ts";
import { getLineOfCredit } from "@inlay/contracts/calls/line-of-credit.ts";
import {
  cancelDrawPayoff as cancelDrawPayoffCall,
  cancelPayNow as cancelPayNowCall,
  cancelPayoff as cancelPayoffCall,
  chooseRetryDay as chooseRetryDayCall,
  createDraw as createDrawCall,
  getDrawPayoff,
  listArrangements as listArrangementsCall,
  listPaymentOrders as listPaymentOrdersCall,
  movePayment as movePaymentCall,
  payFromAccount as payFromAccountCall,
  payNow as payNowCall,
  quoteDrawPayoff as quoteDrawPayoffCall,
  quotePayFromAccount as quotePayFromAccountCall,
  quotePayNow as quotePayNowCall,
  quotePayoff as quotePayoffCall,
  quoteSplitPayment as quoteSplitPaymentCall,
  requestTrueUp as requestTrueUpCall,
  scheduleDrawPayoff as scheduleDrawPayoffCall,
  schedulePayoff as schedulePayoffCall,
  splitPayment as splitPaymentCall,
  withdrawDraw as withdrawDrawCall,
} from "@inlay/contracts/calls/payments.ts";
import { playTradePassDemo } from "@inlay/contracts/calls/sandbox.ts";
import * as calls from "@inlay/contracts/calls/servicing.ts";
import { getTermLoan, listProductActivity } from "@inlay/contracts/calls/term-loan.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { mostDrawable } from "@inlay/lending/products/line-of-credit/why-not-draw.ts";
import { linkSandboxBank } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import { createDemoInvoices } from "../documents/public.ts";
import type { Router } from "../http/public.ts";
import { listIssuedProducts } from "../products/public.ts";
import { listActivity } from "./activity.ts";
import { chooseRetryDay, listArrangements, movePayment } from "./arrangements.ts";
import { readCashAdvance } from "./cash-advance.ts";
import { createDraw } from "./draws/create-draw.ts";
import { readOwnLine } from "./draws/credit-line.ts";
import { cancelDrawPayoff, quoteDrawPayoff, readDrawPayoff, scheduleDrawPayoff } from "./draws/draw-payoff.ts";
import { withdrawDraw } from "./draws/end-draw.ts";
import { readDrawRequest } from "./draws/read-draws.ts";
import { readLineOfCredit } from "./draws/read-line.ts";
import { listPaymentOrders } from "./list-payment-orders.ts";
import { payFromAccount, quotePayFromAccount } from "./pay-from-account.ts";
import { cancelPayNow, type PayNowQuote, payNow, quotePayNow } from "./pay-now.ts";
import { cancelPayoff, quotePayoff, schedulePayoff } from "./payoff.ts";
import type { PayoffQuote } from "./payoff-quote.ts";
import { requestTrueUp } from "./periods/request-true-up.ts";
import { readServicingHome } from "./read-home.ts";
import { listReceivables } from "./receivables/list-receivables.ts";
import { completeWelcome, readServicingStep, servicingWorkflowOf } from "./servicing-workflow.ts";
import { listPilotInvoices, openPilotSession } from "./sessions/pilot-invoices.ts";
import { openSession } from "./sessions/read-session.ts";
import { quoteSplit, splitPayment } from "./split-payment.ts";
import { readTermLoan, toExplanations } from "./term-loan.ts";

export function servicingRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  for (const call of [calls.getServicingWorkflow, calls.getCoOwnerServicingWorkflow])
    authenticatedRoute(call, ({ tx, caller }) => servicingWorkflowOf(tx, caller));
  for (const call of [calls.getServicingStep, calls.getCoOwnerServicingStep])
    authenticatedRoute(call, ({ tx, caller, params }) => readServicingStep(tx, caller, params.id));
  authenticatedRoute(calls.completeServicingStep, ({ tx, caller, body, requestId }) =>
    completeWelcome(tx, caller, body.issuedProductId, requestId),
  );
  // A co-owner is shown no welcome page, so there is never one to complete.
  authenticatedRoute(calls.completeCoOwnerServicingStep, async () => {
    throw new Refusal("STEP_NOT_CURRENT");
  });
  authenticatedRoute(calls.getIssuedProducts, async ({ tx, caller }) => ({
    issuedProducts: (await listIssuedProducts(tx, caller.businessId)).map(({ product }) => product),
  }));

  authenticatedRoute(getTermLoan, async ({ tx, caller, params }) => ({
    termLoan: await readTermLoan(tx, caller.businessId, params.id),
  }));
  authenticatedRoute(getCashAdvance, async ({ tx, caller, params }) => ({
    cashAdvance: await readCashAdvance(tx, caller.businessId, params.id),
  }));
  authenticatedRoute(getLineOfCredit, async ({ tx, caller, params }) => ({
    lineOfCredit: await readLineOfCredit(tx, caller.businessId, params.id),
  }));
  authenticatedRoute(listProductReceivables, ({ tx, caller, params, query }) =>
    listReceivables(tx, caller.businessId, params.id, query),
  );
  authenticatedRoute(listProductActivity, ({ tx, caller, params, query }) =>
    listActivity(tx, caller.businessId, params.id, query),
  );
  authenticatedRoute(listPaymentOrdersCall, ({ tx, caller, params, query }) =>
    listPaymentOrders(tx, caller.businessId, params.id, query),
  );
  authenticatedRoute(calls.getServicingHome, ({ tx, caller }) => readServicingHome(tx, caller.businessId));

  authenticatedRoute(createDrawCall, async ({ tx, caller, params, body, requestId }) => {
    const wish = { amountCents: body.amountCents, purpose: body.purpose ?? null };
    const drawId = await createDraw(tx, caller, params.id, wish, requestId);
    return drawAnswer(tx, caller.businessId, params.id, drawId);
  });
  authenticatedRoute(withdrawDrawCall, async ({ tx, caller, params, requestId }) => {
    const issuedProductId = await withdrawDraw(tx, caller, params.id, requestId);
    return drawAnswer(tx, caller.businessId, issuedProductId, params.id);
  });

  authenticatedRoute(getDrawPayoff, async ({ tx, caller, params }) => ({
    payoff: await readDrawPayoff(tx, caller.businessId, params.id),
  }));
  authenticatedRoute(quoteDrawPayoffCall, async ({ tx, caller, params, query }) => ({
    payoffQuote: shownPayoff(await quoteDrawPayoff(tx, caller, params.id, dayOf(query))),
  }));
  authenticatedRoute(scheduleDrawPayoffCall, async ({ tx, caller, params, body, requestId }) => {
    const line = await scheduleDrawPayoff(tx, caller, params.id, businessDate(body.effectiveDate), requestId);
    return { drawRequest: await readDrawRequest(tx, await readOwnLine(tx, caller.businessId, line), params.id) };
  });
  authenticatedRoute(cancelDrawPayoffCall, async ({ tx, caller, params, requestId }) => {
    const line = await cancelDrawPayoff(tx, caller, params.id, requestId);
    return { drawRequest: await readDrawRequest(tx, await readOwnLine(tx, caller.businessId, line), params.id) };
  });

  authenticatedRoute(quotePayoffCall, async ({ tx, caller, params, query }) => ({
    payoffQuote: shownPayoff(await quotePayoff(tx, caller, params.id, dayOf(query))),
  }));
  authenticatedRoute(schedulePayoffCall, async ({ tx, caller, params, body, requestId }) => {
    await schedulePayoff(tx, caller, params.id, businessDate(body.effectiveDate), requestId);
    return { issuedProduct: await listed(tx, caller.businessId, params.id) };
  });
  authenticatedRoute(cancelPayoffCall, async ({ tx, caller, params, requestId }) => {
    await cancelPayoff(tx, caller, params.id, requestId);
    return { issuedProduct: await listed(tx, caller.businessId, params.id) };
  });

  authenticatedRoute(quotePayNowCall, async ({ tx, caller, params }) => ({
    payNowQuote: shown(await quotePayNow(tx, caller, params.id)),
  }));
  authenticatedRoute(payNowCall, async ({ tx, caller, params, body, requestId }) => {
    const authorized = { amountCents: body.amountCents, effectiveOn: body.effectiveDate };
    return { payNowQuote: shown(await payNow(tx, caller, params.id, authorized, requestId)) };
  });
  authenticatedRoute(cancelPayNowCall, async ({ tx, caller, params, requestId }) => {
    await cancelPayNow(tx, caller, params.id, requestId);
    return { issuedProduct: await listed(tx, caller.businessId, params.id) };
  });

  authenticatedRoute(quotePayFromAccountCall, async ({ tx, caller, params }) => {
    const { quote, accounts } = await quotePayFromAccount(tx, caller, params.id);
    return { payNowQuote: shown(quote), accounts };
  });
  authenticatedRoute(payFromAccountCall, async ({ tx, caller, params, body, requestId, address }) => {
    const { bankAccountId, amountCents, effectiveDate: effectiveOn } = body;
    const circumstances = { language: caller.language, address, requestId };
    const authorized = { bankAccountId, amountCents, effectiveOn };
    return { payNowQuote: shown(await payFromAccount(tx, caller, params.id, authorized, circumstances)) };
  });

  authenticatedRoute(requestTrueUpCall, async ({ tx, caller, params, requestId }) => {
    const { status, answerBy } = await requestTrueUp(tx, caller, params.id, requestId);
    return { trueUpRequest: { status, answerBy: answerBy.toISOString() } };
  });

  authenticatedRoute(listArrangementsCall, async ({ tx, caller, params }) => ({
    payments: await listArrangements(tx, caller, params.id),
  }));
  authenticatedRoute(chooseRetryDayCall, async ({ tx, caller, params, body, requestId }) => {
    await chooseRetryDay(tx, caller, params.id, body, requestId);
    return { payments: await listArrangements(tx, caller, params.id) };
  });
  authenticatedRoute(movePaymentCall, async ({ tx, caller, params, body, requestId }) => {
    await movePayment(tx, caller, params.id, body, requestId);
    return { payments: await listArrangements(tx, caller, params.id) };
  });

  authenticatedRoute(quoteSplitPaymentCall, async ({ tx, caller, params, query }) => ({
    splitQuote: await quoteSplit(tx, caller, params.id, query),
  }));
  authenticatedRoute(splitPaymentCall, async ({ tx, caller, params, body, requestId, address }) => {
    const circumstances = { language: caller.language, address, requestId };
    await splitPayment(tx, caller, params.id, body, circumstances);
    return { payments: await listArrangements(tx, caller, params.id) };
  });

  authenticatedRoute(readEmbeddedSession, ({ tx, caller, body, requestId }) =>
    openSession(tx, caller, body.sessionToken, requestId),
  );
  authenticatedRoute(listPilotInvoicesCall, async ({ tx, caller }) => ({
    platformPilotInvoices: await listPilotInvoices(tx, caller.businessId),
  }));
  authenticatedRoute(openPilotInvoiceSession, ({ tx, caller, body, requestId }) =>
    openPilotSession(tx, app, caller, body.platformPilotInvoiceIds, requestId),
  );

  authenticatedRoute(
    playTradePassDemo,
    async ({ caller, requestId }) => ({
      itemIds: await linkSandboxBank(app, caller, { actor: { kind: "USER", id: caller.userId }, requestId }),
      documents: await createDemoInvoices(app, caller, requestId),
    }),
    async ({ ready }) => ready,
  );
}

const dayOf = ({ effectiveDate }: { effectiveDate?: string | undefined }) =>
  effectiveDate ? businessDate(effectiveDate) : null;

function shownPayoff(quote: PayoffQuote) {
  const { effectiveOn: effectiveDate, principalCents, interestCents, feesCents, amountCents } = quote;
  const { plannedInterestCents, savedCents } = quote;
  const cost = { principalCents, interestCents, feesCents, amountCents };
  return { effectiveDate, ...cost, plannedInterestCents, savedCents, explanations: toExplanations(quote.explanations) };
}

const shown = ({ effectiveOn, repaymentCents, feeCents, amountCents }: PayNowQuote) => ({
  effectiveDate: effectiveOn,
  repaymentCents,
  feeCents,
  amountCents,
});

async function drawAnswer(tx: Tx, businessId: string, issuedProductId: string, drawId: string) {
  const credit = await readOwnLine(tx, businessId, issuedProductId);
  const remainingLimitCents = mostDrawable(credit.line);
  return { drawRequest: await readDrawRequest(tx, credit, drawId), remainingLimitCents };
}

async function listed(tx: Tx, businessId: string, issuedProductId: string) {
  const own = (await listIssuedProducts(tx, businessId)).find(({ product }) => product.id === issuedProductId);
  if (!own) throw new Error("a product in servicing is not listed");
  return own.product;
}
