import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { headlines, paymentKinds, progresses } from "@inlay/lending/servicing/home.ts";
import { type SummaryAlert, summaryAlerts } from "@inlay/lending/servicing/summary-alert.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";
import { explanations } from "./explanation.ts";

const cents = z.int();
const date = z.iso.date();
const productType = z.enum(productTypes);
const loanStatus = z.enum(issuedProductLifecycle.states);
const alertCodes = Object.keys(summaryAlerts) as [SummaryAlert["code"], ...SummaryAlert["code"][]];

/** Something that is to be paid, and what it is taken from. */
const homePayment = z.object({
  issuedProductId: uuid,
  kind: z.enum(paymentKinds),
  dueDate: date,
  /** The banking day on which it is taken; null while nothing takes it. */
  takenDate: z.nullable(date),
  /** Null for a share of sales that are not known yet. */
  amountCents: z.nullable(cents),
  isEstimated: z.boolean(),
  isLate: z.boolean(),
  /** Without `accountNumberLast4` the owner does not know the number: the bank has issued it for us. */
  account: z.nullable(z.object({ name: z.string(), accountNumberLast4: z.nullable(z.string()) })),
});
export type HomePayment = z.infer<typeof homePayment>;

const homeProduct = z.object({
  id: uuid,
  productType,
  loanStatus,
  createdAt: z.iso.datetime(),
  /** The first alert that applies, without those about offers and missing information. */
  alert: z.nullable(z.enum(alertCodes)),
  headline: z.object({ kind: z.enum(headlines), amountCents: cents }),
  /** Null before the payout. */
  progress: z.nullable(z.object({ kind: z.enum(progresses), doneCents: cents, wholeCents: cents })),
  hasRequestedPayoff: z.boolean(),
  nextPayment: z.nullable(homePayment),
});
export type HomeProduct = z.infer<typeof homeProduct>;

const endedProduct = z.object({
  id: uuid,
  productType,
  loanStatus,
  createdAt: z.iso.datetime(),
  /** The loan, the advance or the limit. */
  amountCents: cents,
});

/** Everything that the home page of servicing shows. */
export const servicingHome = z.object({
  /** The business's day. */
  today: date,
  isAutoPaymentOn: z.boolean(),
  toPay: z.object({
    lateCents: cents,
    comingCents: cents,
    /** The next 14 days with what falls due on each, today first. */
    days: z.array(z.object({ date, amountCents: cents })),
    /** Late payments first, then by due day. */
    payments: z.array(homePayment),
  }),
  /** Those that are not over, newest first. */
  products: z.array(homeProduct),
  /** Those that are over, newest first. */
  endedProducts: z.array(endedProduct),
  /**
   * How the amounts were computed: "lateCents", "comingCents", "payment/<place in the list, from 0>", and of a product "headline/<its id>" and
   * "next/<its id>".
   */
  explanations,
});
export type ServicingHome = z.infer<typeof servicingHome>;
