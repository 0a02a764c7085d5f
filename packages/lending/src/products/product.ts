import type { z } from "zod/mini";
import type { BusinessDate } from "../calendar/business-date.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { Book } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/entry.ts";
import type { Penalties } from "../mechanics/late-fee.ts";
import type { Cents } from "../money/cents.ts";
import type { ProductType } from "./product-type.ts";

/** What every quote says, whatever the product. A product adds figures of its own. */
export type Quote<Row extends PlannedPayment = PlannedPayment> = {
  feeAmountCents: Cents;
  /** What reaches the business, or whom it pays. */
  netDisbursementAmountCents: Cents;
  totalPaymentAmountCents: Cents;
  totalCostCents: Cents;
  /** Four decimals; estimated where payments follow sales. */
  aprPercentage: number;
  schedule: readonly Row[];
};

export type PlannedPayment = { number: number; dueOn: BusinessDate; paymentCents: Cents };

/** What it takes to be free of it. */
export type Payoff = { amountCents: Cents };

/** What the product's figures are called where people read them. */
export type Words = {
  displayName: string;
  /** What is financed: "loan amount", "advance". */
  amount: string;
  /** What it costs: "interest", "fee". */
  cost: string;
};

/**
 * Everything the rest of the house may ask of a product. `Terms` are what was offered, a `Request` is what the business asks for within
 * them, a `Position` is where an issued product stands. Figures are written on the worksheet that is passed in: `plainWorksheet` for the
 * values, `explained` for the reasons as well.
 */
export type Product<Type extends ProductType, Terms, Request, Position> = {
  type: Type;
  words: Words;
  terms: z.ZodMiniType<Terms>;
  penalties: Penalties;
  quote(terms: Terms, request: Request, write: Worksheet): Quote;
  payoff(terms: Terms, position: Position, write: Worksheet): Payoff;
  /** What the books say once the money is handed to the processor; several entries only where a refinanced product is in another book. */
  funded(terms: Terms, request: Request, book: Book): readonly Entry[];
};
