import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { CapitalProviderId } from "../capital/public.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
import { consentsOf, decisionNamed, lockUndecided, policyOf, refuseChanged } from "../underwriting/public.ts";
import { createOffers } from "./create-offers.ts";

type Assigned = { decisionId: string; capitalProviderId: CapitalProviderId | null };

/**
 * Every limit of the provider is checked again, and a second person has approved what goes beyond them, so one person is enough. The
 * request keeps who assigned and why; the call itself creates the offers, because it has decrypted the decision.
 */
const assignCapital: StaffAction<Assigned> = {
  kind: "application.assign-capital",
  action: "staff.application.assign-capital",
  needs: () => ({ people: 1, checker: null }),
  perform: async () => {},
};
export const offerStaffActions = [assignCapital] as unknown as StaffAction[];

/** Assigns a capital provider to an application that found none, and creates its offers. */
export function offerStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.assignCapital,
    ({ caller: { platformId }, params: { businessId }, body }) =>
      decisionNamed(app, { platformId, businessId }, body.decisionId),
    async ({ tx, caller, params, body: { decisionId, capitalProviderId, reason }, ready, requestId }) => {
      const tenant = { platformId: caller.platformId, businessId: params.businessId };
      const application = await lockUndecided(tx, params.applicationId, "UNASSIGNED");
      await refuseChanged(tx, application, decisionId);
      const payload = { decisionId, capitalProviderId };
      const subjectId = application.id;
      const outcome = await requestAction(tx, app, assignCapital, { caller, subjectId, payload, reason, requestId });
      const { facts, decision, policyVersion } = ready;
      const basis = { facts, decision, decisionId, policy: await policyOf(tx, policyVersion) };
      const by = { actor: { kind: "STAFF", id: caller.memberId }, requestId } as const;
      const consented = (await consentsOf(tx, application.id)) as CapitalProviderId[];
      const { refusals } = await createOffers(tx, tenant, application, basis, by, {
        only: capitalProviderId,
        consented,
      });
      if (refusals)
        throw new Refusal("NO_CAPITAL_AVAILABLE", {
          context: { refusals: refusals.map(({ provider, why }) => `${provider} ${why}`) },
        });
      return outcome;
    },
  );
}
