import type { z } from "zod/mini";
import type { BusinessDate } from "../calendar/business-date.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { Book } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/entry.ts";
import type { Penalties } from "../mechanics/late-fee.ts";
import type { Change, Issued, NewObligation, Payment, PayoffRequest } from "../mechanics/obligation.ts";
import type { Refinance } from "../mechanics/refinance.ts";
import type { Cents } from "../money/cents.ts";
import type { ProductType } from "./product-type.ts";

/** The figures that the quote of every product has. A product adds its own. */
export type Quote<Row extends PlannedPayment = PlannedPayment> = {
  feeAmountCents: Cents;
  /** The amount paid to the business or to its payee. */
  netDisbursementAmountCents: Cents;
  totalPaymentAmountCents: Cents;
  totalCostCents: Cents;
  /** With four decimals. It is an estimate when payments depend on sales. */
  aprPercentage: number;
  schedule: readonly Row[];
};

export type PlannedPayment = { number: number; dueOn: BusinessDate; paymentCents: Cents };

/** The payoff quote of a product. */
export type Payoff = {
  /** The amount to debit. */
  amountCents: Cents;
  /** The part of the credit that the payoff uses. */
  creditCents: Cents;
};

/** The names of the product and its figures on screens. */
export type Words = {
  displayName: string;
  /** The name of the amount financed: "loan amount", "advance". */
  amount: string;
  /** The name of the cost: "interest", "fee". */
  cost: string;
};

/**
 * The interface of a product to the rest of the application. `Terms` are the offered terms, and a `Request` is what the business requests
 * within them. Figures are written to the given worksheet: `plainWorksheet` keeps the values only, `explained` keeps the explanations as
 * well. Functions that take an issued product are called under its lock, and their result is saved and posted in the same transaction.
 */
export type Product<Type extends ProductType, Terms, Request> = {
  type: Type;
  words: Words;
  terms: z.ZodMiniType<Terms>;
  penalties: Penalties;
  /** A quote may need less than the terms, so they are not inferred from it. */
  quote(terms: NoInfer<Terms>, request: Request, write: Worksheet): Quote;
  /** The entries when the payout is submitted, in several books only if a refinanced product is in another, and what is owed afterwards. */
  fund(
    terms: Terms,
    request: Request,
    book: Book,
  ): { entries: readonly Entry[]; obligations: readonly NewObligation[] };
  /**
   * Bills the interest and earns the fees of everything that has fallen due by the given day. Nothing for a product in default. A day can
   * be billed again. It is called after a payment was taken back as well.
   */
  bill(issued: Issued<Terms>, on: BusinessDate): Change;
  /** Applies a settled payment: the oldest due obligation first. After a write-off all of it is a recovery. */
  apply(issued: Issued<Terms>, payment: Payment): Change;
  /** What the loan, draw or invoice costs when everything is paid on the given day, late or not. */
  payoff(issued: Issued<Terms>, request: PayoffRequest, write: Worksheet): Payoff;
  /** The product enters default: what accrued until the day is billed, and nothing afterwards. */
  default(issued: Issued<Terms>, on: BusinessDate): Change;
  /** Writes off everything that is owed. */
  writeOff(issued: Issued<Terms>): Change;
  /** How it pays off other products of its type. Null for a line, which does not. */
  refinance: Refinance<Terms> | null;
};
