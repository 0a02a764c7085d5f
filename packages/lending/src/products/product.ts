import type { z } from "zod/mini";
import type { BusinessDate } from "../calendar/business-date.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { Book } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/entry.ts";
import type { Penalties } from "../mechanics/late-fee.ts";
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
export type Payoff = { amountCents: Cents };

/** The names of the product and its figures on screens. */
export type Words = {
  displayName: string;
  /** The name of the amount financed: "loan amount", "advance". */
  amount: string;
  /** The name of the cost: "interest", "fee". */
  cost: string;
};

/**
 * The interface of a product to the rest of the application. `Terms` are the offered terms, a `Request` is what the business requests
 * within them, and a `Position` is the state of an issued product. Figures are written to the given worksheet: `plainWorksheet` keeps the
 * values only, `explained` keeps the explanations as well.
 */
export type Product<Type extends ProductType, Terms, Request, Position> = {
  type: Type;
  words: Words;
  terms: z.ZodMiniType<Terms>;
  penalties: Penalties;
  quote(terms: Terms, request: Request, write: Worksheet): Quote;
  payoff(terms: Terms, position: Position, write: Worksheet): Payoff;
  /** The ledger entries when the payout is submitted. There are several only if a refinanced product is in another book. */
  funded(terms: Terms, request: Request, book: Book): readonly Entry[];
};
