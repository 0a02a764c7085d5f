import { performInSandbox, requestAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { checkLoan, confirmCheck } from "./check-loan.ts";
import { askVendors } from "./compute-checks.ts";
import { fundLoan, prepareFunding } from "./fund-loan.ts";
import { lockLoan, type Tenant } from "./loan-to-close.ts";

const reason = "Skipped in the sandbox.";

/** Checks and funds a signed loan in the names of two staff members of the sandbox, by their ordinary actions. */
export async function fundInSandbox(
  app: AppContext,
  { platformId, businessId }: Tenant,
  applicationId: string,
  requestId: string,
): Promise<void> {
  const tenant = { platformId, businessId };
  const answers = await askVendors(app, tenant);
  await performInSandbox(app, tenant, fundLoan, {
    subjectId: applicationId,
    alsoNeeds: "staff.closing.confirm-check",
    payload: async (tx, maker) => {
      const { loan } = await lockLoan(tx, tenant, applicationId);
      const lines = await checkLoan(tx, loan, answers, { actor: { kind: "STAFF", id: maker.memberId }, requestId });
      for (const { check, result } of lines)
        if (result === "OPEN") {
          const payload = { check, note: reason };
          await requestAction(tx, app, confirmCheck, {
            caller: maker,
            subjectId: applicationId,
            payload,
            reason,
            requestId,
          });
        }
      return prepareFunding(tx, tenant, applicationId);
    },
    reason,
    requestId,
  });
}
