import { Refusal } from "@inlay/contracts/errors.ts";
import { type Action, mayDo } from "@inlay/lending/access/permissions.ts";
import type { StaffRole } from "@inlay/lending/access/staff-roles.ts";
import { decide, requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { inScope, staffScope } from "../db/scope.ts";
import type { Staff } from "../http/public.ts";
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
  const subjectId = applicationId;
  const members = await membersFor(app, tenant);
  const maker = members.find(may("staff.closing.confirm-check"));
  if (!maker) throw new Refusal("NOT_ALLOWED");
  const answers = await askVendors(app, tenant);
  const asked = await inScope(app.pool, tenant, async (tx) => {
    const { loan } = await lockLoan(tx, tenant, applicationId);
    const lines = await checkLoan(tx, loan, answers, { actor: { kind: "STAFF", id: maker.memberId }, requestId });
    for (const { check, result } of lines)
      if (result === "OPEN") {
        const payload = { check, note: reason };
        await requestAction(tx, app, confirmCheck, { caller: maker, subjectId, payload, reason, requestId });
      }
    const payload = await prepareFunding(tx, tenant, applicationId);
    const made = await requestAction(tx, app, fundLoan, { caller: maker, subjectId, payload, reason, requestId });
    const { payload_hash } = await tx
      .selectFrom("staff_request")
      .select("payload_hash")
      .where("id", "=", made.requestId)
      .executeTakeFirstOrThrow();
    const { checker } = fundLoan.needs(payload, app.config.APPROVAL_TIERS);
    return { staffRequestId: made.requestId, payloadHash: payload_hash.toString("hex"), checker };
  });
  const { staffRequestId, payloadHash, checker } = asked;
  const second = members.find(
    (member) =>
      member.memberId !== maker.memberId &&
      may("staff.loan.fund")(member) &&
      (checker === null || member.roles.includes(checker)),
  );
  if (!second) throw new Refusal("SECOND_PERSON_NEEDED");
  await inScope(app.pool, tenant, (tx) =>
    decide(tx, app, [fundLoan as unknown as StaffAction], {
      caller: second,
      staffRequestId,
      verdict: "APPROVED",
      payloadHash,
      reason,
      requestId,
    }),
  );
}

export const may =
  (action: Action) =>
  ({ roles }: Staff): boolean =>
    mayDo(["STAFF", ...roles], action);

/** The staff members of the sandbox, each as if they had signed in to work on this business. */
export async function membersFor(app: AppContext, { platformId, businessId }: Tenant): Promise<Staff[]> {
  const rows = await inScope(app.pool, staffScope, (tx) =>
    tx.selectFrom("staff_member").select(["id", "roles"]).where("deactivated_at", "is", null).orderBy("id").execute(),
  );
  return rows.map(({ id, roles }) => ({
    kind: "staff",
    sessionId: id,
    signedInAt: new Date(),
    memberId: id,
    roles: roles as StaffRole[],
    platformId,
    businessId,
  }));
}
