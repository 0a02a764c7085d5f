import { Refusal } from "@inlay/contracts/errors.ts";
import type { Explanations } from "@inlay/contracts/servicing/explanation.ts";
import type { Invoice as InvoiceResponse } from "@inlay/contracts/servicing/invoice.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import type { payOffInvoice } from "@inlay/lending/mechanics/invoices/servicing.ts";
import { isOf, isScheduled, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { type Cents, noCents, subtract, sum } from "@inlay/lending/money/cents.ts";
import { collectedOn } from "@inlay/lending/servicing/collection.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { findInvoice, functionsOf, type Invoice, readIssued } from "../../products/public.ts";
import { withdrawDebits } from "../collect.ts";
import { orderPayoff, withdrawPayoff } from "../payoff.ts";
import { serviceProduct } from "../service-product.ts";
import { lockServiced, readServiced, type ServicedProduct } from "../serviced-product.ts";
import { toExplanations } from "../term-loan.ts";
import { ownInvoice } from "./end-invoice.ts";
import { toInvoiceResponse } from "./invoice-response.ts";
import { whyNotRepayInvoice } from "./shown-invoices.ts";

/** What repaying an invoice at once costs: everything unpaid of it is debited, and the rebate is paid back once the debit has succeeded. */
export type RepaymentQuote = {
  effectiveOn: BusinessDate;
  repaymentCents: Cents;
  feesCents: Cents;
  amountCents: Cents;
  rebateCents: Cents;
  costAfterRebateCents: Cents;
  explanations: Explanations;
};

/** Quotes the early repayment of an invoice on the next banking day whose file can still be reached. It takes no lock. */
export async function quoteRepayment(tx: Tx, { businessId }: Person, invoiceId: string): Promise<RepaymentQuote> {
  const invoice = await ownInvoice(tx, businessId, invoiceId);
  const serviced = await servicedOf(tx, invoice, readServiced);
  return quoteFor(tx, serviced, invoice);
}

/**
 * Repays an invoice at once, as the person has authorized it. All its waiting debits are withdrawn, and none is ordered until this one has an
 * outcome. The line and its debits are locked, so that a debit that is claimed at the same moment refuses the repayment.
 */
export async function repayEarly(
  tx: Tx,
  caller: Person,
  invoiceId: string,
  authorized: { amountCents?: number | undefined; effectiveDate?: string | undefined },
  requestId: string,
): Promise<InvoiceResponse> {
  const found = await ownInvoice(tx, caller.businessId, invoiceId);
  const serviced = await servicedOf(tx, found, lockServiced);
  const { effectiveOn, amountCents } = await quoteFor(tx, serviced, (await findInvoice(tx, invoiceId)) ?? found);
  const isChanged = (wanted: string | number | undefined, is: string | number) => wanted !== undefined && wanted !== is;
  if (isChanged(authorized.amountCents, amountCents) || isChanged(authorized.effectiveDate, effectiveOn))
    throw new Refusal("PAY_NOW_CHANGED");
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  const item = { drawId: null, invoiceId };
  await withdrawDebits(tx, serviced, "EARLY_REPAYMENT", (order) => order.invoiceId !== invoiceId);
  const own = serviced.obligations.filter(isOf(item));
  const principalCents = sum(own.filter(isScheduled).map((one) => unpaid(one).principalCents));
  const cost = {
    effectiveOn,
    principalCents,
    interestCents: noCents,
    feesCents: subtract(amountCents, principalCents),
    amountCents,
  };
  await orderPayoff(tx, serviced, item, cost, by);
  await serviceProduct(tx, found.issuedProductId, serviced.now);
  return toInvoiceResponse(tx, serviced.product, invoiceId);
}

/** The person withdraws an early repayment that nobody has claimed. The debits of the invoice apply again at once. */
export async function cancelRepayment(
  tx: Tx,
  caller: Person,
  invoiceId: string,
  requestId: string,
): Promise<InvoiceResponse> {
  const invoice = await ownInvoice(tx, caller.businessId, invoiceId);
  const serviced = await servicedOf(tx, invoice, lockServiced);
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  await withdrawPayoff(tx, serviced, { drawId: null, invoiceId }, by);
  return toInvoiceResponse(tx, serviced.product, invoiceId);
}

/** A line is in servicing from its first funded invoice on; before, none can be repaid. */
async function servicedOf(
  tx: Tx,
  { businessId, issuedProductId }: Pick<Invoice, "businessId" | "issuedProductId">,
  read: typeof lockServiced,
): Promise<ServicedProduct> {
  const serviced = await read(tx, issuedProductId, await businessNow(tx, businessId));
  if (!serviced) throw new Refusal("INVOICE_NOT_REPAYABLE");
  return serviced;
}

async function quoteFor(tx: Tx, serviced: ServicedProduct, invoice: Invoice): Promise<RepaymentQuote> {
  const refusal = whyNotRepayInvoice(serviced, invoice);
  if (refusal === "PAY_NOW_NO_ACCOUNT") throw new Refusal(refusal);
  if (refusal !== null) throw new Refusal("INVOICE_NOT_REPAYABLE");
  const { product, today, now } = serviced;
  const effectiveOn = collectedOn(today, now);
  const request = { effectiveOn, creditCents: noCents, drawId: null, invoiceId: invoice.id };
  const issued = await readIssued(tx, product);
  const { result, explanations } = explained(
    (write) => functionsOf(product.productType).payoff(issued, request, write) as ReturnType<typeof payOffInvoice>,
  );
  const { repaymentCents, rebateCents, costAfterRebateCents, amountCents } = result;
  return {
    effectiveOn,
    repaymentCents,
    feesCents: subtract(amountCents, repaymentCents),
    amountCents,
    rebateCents,
    costAfterRebateCents,
    explanations: toExplanations(explanations),
  };
}
