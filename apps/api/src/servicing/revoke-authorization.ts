import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import { withdrawAuthorization } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { readBreach } from "./periods/follow-authorization.ts";
import { preview } from "./preview.ts";
import { lockOwn } from "./read-servicing.ts";
import { servicedOf, serviceProduct } from "./service-product.ts";

// A business revokes in writing that its account may be debited. Nobody may refuse that, so one person records it.

type By = { memberId: string; requestId: string };

export const revokeAuthorization: StaffAction<Record<string, never>> = {
  kind: "debit-authorization.revoke",
  action: "staff.debit-authorization.revoke",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, { platformId, businessId, subjectId, memberId, requestId }) =>
    revoke(tx, { platformId, businessId: businessId ?? "" }, subjectId, { memberId, requestId }),
};

/** Ends the authorization, and with it what was planned for the products of the business. */
async function revoke(
  tx: Tx,
  tenant: { platformId: string; businessId: string },
  bankAccountId: string,
  { memberId, requestId }: By,
): Promise<void> {
  const products = await servicedOf(tx, tenant.businessId);
  // The products are locked before the account, as by the claim of a debit.
  for (const { id } of products) await lockOwn(tx, tenant.businessId, id);
  const by = { actor: { kind: "STAFF", id: memberId } as const, requestId };
  if (!(await withdrawAuthorization(tx, tenant, bankAccountId, by)))
    throw new Refusal("NOT_FOUND", { context: { object: "authorization" } });
  const now = await businessNow(tx, tenant.businessId);
  for (const { id } of products) await serviceProduct(tx, id, now);
}

export function revocationRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.previewRevocation,
    async ({ tx, caller: { platformId, memberId }, params: { businessId, bankAccountId }, requestId }) => {
      const by = { memberId, requestId };
      const products = [];
      for (const { id: issuedProductId } of await servicedOf(tx, businessId)) {
        const { result, withdrawn, before } = await preview(tx, businessId, issuedProductId, async () => {
          await revoke(tx, { platformId, businessId }, bankAccountId, by);
          return readBreach(tx, issuedProductId);
        });
        if (!issuedProductLifecycle.isOver(before.loanStatus))
          products.push({ issuedProductId, withdrawn, breachAfter: result?.cureBy ?? null });
      }
      return { products };
    },
  );
  authenticatedRoute(staffCalls.revokeAuthorization, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, revokeAuthorization, {
      caller,
      subjectId: params.bankAccountId,
      payload: {},
      reason,
      requestId,
    }),
  );
}
