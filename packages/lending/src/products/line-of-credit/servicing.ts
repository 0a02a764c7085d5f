import { plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import { applyToInstallments, installmentObligations, loanPosition } from "../../mechanics/installments/servicing.ts";
import {
  type Change,
  type Issued,
  isOf,
  isScheduled,
  type Payment,
  type PayoffRequest,
} from "../../mechanics/obligation.ts";
import type { InstallmentPayoff } from "../../mechanics/payoff.ts";
import { sum } from "../../money/cents.ts";
import { drawFunded } from "./entries.ts";
import { drawPayoff } from "./payoff.ts";
import { type DrawRequest, quoteDraw } from "./quote.ts";
import type { LineOfCreditTerms } from "./terms.ts";

export function fundDraw(terms: LineOfCreditTerms, request: DrawRequest, book: Book) {
  const { schedule, feeAmountCents } = quoteDraw(terms, request, plainWorksheet);
  return {
    entries: drawFunded(terms, request, book),
    obligations: installmentObligations(schedule, feeAmountCents),
  };
}

export const applyToDraws = (issued: Issued<LineOfCreditTerms>, payment: Payment): Change =>
  applyToInstallments(issued, payment, (request, write) => payOffDraw(issued, request, write));

/** The payoff quote of one draw. */
export function payOffDraw(
  issued: Issued<LineOfCreditTerms>,
  request: PayoffRequest,
  write: Worksheet,
): InstallmentPayoff {
  const rows = issued.obligations.filter((one) => isScheduled(one) && isOf(request)(one));
  const amountCents = sum(rows.map((row) => row.owed.principalCents));
  return drawPayoff(issued.terms, { ...loanPosition(issued, request), amountCents }, write);
}
