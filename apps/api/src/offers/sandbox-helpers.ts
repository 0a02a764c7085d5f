import {
  skipClosingStep as skipClosingStepCall,
  skipToAnotherLoan,
  skipToExpiredOffers,
  skipToNoOffers,
  skipToOffers,
  skipToServicing as skipToServicingCall,
} from "@inlay/contracts/calls/sandbox.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { decisionDays } from "@inlay/lending/applications/deadlines.ts";
import { hasEnded } from "@inlay/lending/applications/where-it-stands.ts";
import { offerStepLifecycle } from "@inlay/lending/offers/offer-step.ts";
import { sql } from "kysely";
import { linkSandboxBank } from "../banking/public.ts";
import { askToAdvance } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Person, Router } from "../http/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { beginApplications, lockApplication, ownSoftPull, underwritingOpenSince } from "../underwriting/public.ts";
import { expireOffers } from "./application-deadlines.ts";
import { isDisbursementAccountMissing } from "./decide-applications.ts";
import { shownApplicationOf } from "./shown-application.ts";
import { skipClosingStep, skipToServicing } from "./skip-to-servicing.ts";

/** Shortcuts of the sandbox. They cause the ordinary events, and no state is written for them. */
export function offerSandboxRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  // Reports and the decision follow by themselves once the bank has delivered.
  authenticatedRoute(
    skipToOffers,
    async ({ caller, requestId }) => {
      const { platformId, businessId, userId } = caller;
      await inScope(app.pool, { platformId, businessId }, (tx) => refuseWithoutApplication(tx, caller));
      await linkSandboxBank(app, caller, { actor: { kind: "USER", id: userId }, requestId });
    },
    async ({ tx, caller }) => {
      await refuseWithoutApplication(tx, caller);
      return { done: true as const };
    },
  );
  // What staff have left open is a denial on the last day for a decision, so the clock of the business goes there.
  authenticatedRoute(skipToNoOffers, async ({ tx, caller, requestId }) => {
    const { platformId, businessId, userId } = caller;
    await refuseWithoutApplication(tx, caller);
    const by = { actor: { kind: "USER", id: userId }, action: skipToNoOffers.action, requestId } as const;
    await askToAdvance(tx, { platformId, businessId, ...by }, { days: decisionDays + 1 });
    return { done: true as const };
  });
  authenticatedRoute(skipToExpiredOffers, async ({ tx, caller: { platformId, businessId }, body }) => {
    const application = await lockApplication(tx, body.loanApplicationId);
    if (!application) throw new Refusal("NOT_FOUND", { context: { object: "application" } });
    if (!offerStepLifecycle.allows(application.offerStep, "OFFERS_EXPIRED")) throw new Refusal("STEP_NOT_CURRENT");
    await tx
      .updateTable("offer")
      .set({ expires_at: sql<Date>`app.business_now(business_id) - interval '1 second'` })
      .where("application_id", "=", application.id)
      .where("status", "in", ["WAITING_FOR_SELECTION", "SELECTED"])
      .execute();
    await expireOffers(tx, { platformId, businessId }, application, await businessNow(tx, businessId));
    return { done: true as const };
  });
  authenticatedRoute(
    skipToServicingCall,
    ({ caller, address, userAgent, requestId }) => skipToServicing(app, caller, { address, userAgent, requestId }),
    async () => ({ done: true as const }),
  );
  authenticatedRoute(
    skipClosingStepCall,
    async ({ caller, address, userAgent, requestId }) => {
      await skipClosingStep(app, caller, { address, userAgent, requestId });
    },
    async () => ({ done: true as const }),
  );
  authenticatedRoute(skipToAnotherLoan, async ({ tx, caller, body: { productType }, requestId }) => {
    const { platformEnabledProducts, isCreditCheckEnabled } = await settingsOf(tx, caller.platformId);
    if (!platformEnabledProducts.includes(productType)) throw new Refusal("PRODUCT_NOT_ENABLED");
    const shown = await shownApplicationOf(tx, caller.businessId);
    if (!shown || !hasEnded(shown)) throw new Refusal("STEP_NOT_CURRENT");
    const { own: softPullConsentId } = await ownSoftPull(tx, caller.businessId);
    await beginApplications(tx, caller, {
      products: [productType],
      isCreditChecked: isCreditCheckEnabled,
      softPullConsentId,
      requestId,
    });
    return { done: true as const };
  });
}

/** Offers are made for an application, and paid out to an account that the platform may have to provide first. */
async function refuseWithoutApplication(tx: Tx, { platformId, businessId }: Person): Promise<void> {
  if ((await underwritingOpenSince(tx, businessId)) === null) throw new Refusal("NO_OPEN_APPLICATION");
  if (await isDisbursementAccountMissing(tx, { platformId, businessId }))
    throw new Refusal("DISBURSEMENT_ACCOUNT_MISSING");
}
