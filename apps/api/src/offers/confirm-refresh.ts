import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { lockApplication } from "../underwriting/public.ts";
import { renew, requestRefresh, runAgain } from "./refresh-offers.ts";

/** The rules run again, so one person is enough. The call itself creates the offers, because it has read the facts. */
export const confirmRefresh: StaffAction<Record<never, never>> = {
  kind: "application.refresh-offers",
  action: "staff.application.refresh-offers",
  needs: () => ({ people: 1, checker: null }),
  perform: async () => {},
};

/** Replaces expired offers by what the rules offer today, also if that is less than before, or ends the application without offers. */
export function refreshStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.confirmRefresh,
    async ({ caller: { platformId }, params: { businessId, applicationId } }) => {
      const tenant = { platformId, businessId };
      const found = await inScope(app.pool, tenant, (tx) =>
        tx
          .selectFrom("loan_application")
          .select(["id", "product"])
          .where("id", "=", applicationId)
          .where("business_id", "=", businessId)
          .executeTakeFirst(),
      );
      if (!found) throw new Refusal("NOT_FOUND", { context: { object: "application" } });
      const application = { id: found.id, product: found.product as ProductType };
      return runAgain(app, tenant, application, "FINAL");
    },
    async ({ tx, caller, params, body: { reason }, ready, requestId }) => {
      const tenant = { platformId: caller.platformId, businessId: params.businessId };
      const by = { actor: { kind: "STAFF", id: caller.memberId }, requestId } as const;
      const application = await lockApplication(tx, params.applicationId);
      if (!application) throw new Refusal("NOT_FOUND", { context: { object: "application" } });
      const { status, offerStep } = application;
      // Offers that are open are not replaced: in Connecticut they may not be changed for three days.
      const isExpired = offerStep === "OFFERS_EXPIRED" && status === "WAITING_FOR_ACCEPTANCE";
      if (!isExpired && offerStep !== "OFFER_REFRESH_PENDING")
        throw new Refusal("WRONG_STATE", {
          context: { status: offerStep, allowedFrom: ["OFFERS_EXPIRED", "OFFER_REFRESH_PENDING"] },
        });
      if (!ready) throw new Refusal("UNAVAILABLE");
      const outcome = await requestAction(tx, app, confirmRefresh, {
        caller,
        subjectId: application.id,
        payload: {},
        reason,
        requestId,
      });
      const pending = isExpired ? await requestRefresh(tx, tenant, application, by) : application;
      const { refusals } = await renew(tx, tenant, pending, ready, by);
      if (refusals)
        throw new Refusal("NO_CAPITAL_AVAILABLE", {
          context: { refusals: refusals.map(({ provider, why }) => `${provider} ${why}`) },
        });
      return outcome;
    },
  );
}
