import type { AdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import type { DenialReason } from "@inlay/lending/underwriting/denial-reasons.ts";
import { raiseInput } from "../additional-inputs/public.ts";
import type { StaffAction } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { moveApplication } from "../underwriting/public.ts";
import { declineClosing, extendChecklist } from "./closing.ts";
import { lockClosing, lockLoan } from "./loan-to-close.ts";

export type FailedClosing =
  | { outcome: "DECLINE"; reasons: DenialReason[] }
  | { outcome: "REQUEST_INPUT"; subStep: AdditionalInput; request: string | null };

/** Two people decide what follows from a failed check: a denial with its notice, or a request for more input while the closing waits. */
export const failClosing: StaffAction<FailedClosing> = {
  kind: "closing.fail",
  action: "staff.closing.fail",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: async (tx, { subjectId }) => {
    await lockClosing(tx, subjectId);
  },
  perform: async (tx, { platformId, businessId, subjectId: applicationId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("a closing belongs to a business");
    const tenant = { platformId, businessId };
    const { application } = await lockLoan(tx, tenant, applicationId);
    if (payload.outcome === "DECLINE") return declineClosing(tx, tenant, application, payload.reasons);
    const { subStep, request } = payload;
    const by = { kind: "STAFF", id: memberId } as const;
    await moveApplication(tx, application, "CLOSING_CHECK_FAILED", {
      status: "CLOSE_LOAN",
      offerStep: "OFFER_ACCEPTED",
    });
    const wanted = request === null ? {} : { payload: { request } };
    await raiseInput(tx, { ...tenant, subStep, by, requestId, ...wanted });
    await extendChecklist(tx, applicationId, await businessNow(tx, businessId));
    await record(tx, {
      platformId,
      businessId,
      kind: "closing.input_requested",
      body: { applicationId, subStep },
      action: "staff.closing.fail",
      object: { kind: "loan application", id: applicationId },
      after: { subStep },
      actor: by,
      requestId,
    });
  },
};
