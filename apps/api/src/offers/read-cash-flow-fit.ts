import type { CashFlowFitAnswer } from "@inlay/contracts/calls/cash-flow-fit.ts";
import { leastKnownDays, offerFit } from "@inlay/lending/cash-flow-fit/cash-flow-fit.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { readDecidedFacts } from "../underwriting/public.ts";
import { readQuotableOffer } from "./quote-offer.ts";

/**
 * The fit of an offer with the balances that its decision is based on, so it is the same at each reading and no bank is asked. The balances
 * are in the encrypted snapshot and in the answer, and nowhere else. Once the facts are destroyed no balance is known.
 */
export async function readCashFlowFit(
  app: AppContext,
  tenant: { platformId: string; businessId: string },
  offerId: string,
  askedCents: number | null,
): Promise<CashFlowFitAnswer> {
  const { pricing, amountCents, decisionId } = await inScope(app.pool, tenant, (tx) =>
    readQuotableOffer(tx, tenant.businessId, offerId, askedCents),
  );
  const facts = await readDecidedFacts(app, tenant, decisionId);
  if (!facts || facts === "DESTROYED") return tooFew(0);
  const fit = offerFit(pricing, amountCents, facts);
  if (fit.outcome === "TOO_FEW_DAYS") return tooFew(fit.knownDays);
  return { productType: pricing.productType, amountCents, ...fit };
}

const tooFew = (knownDays: number): CashFlowFitAnswer => ({
  outcome: "TOO_FEW_DAYS",
  knownDays,
  neededDays: leastKnownDays,
});
