import { Refusal } from "@inlay/contracts/errors.ts";
import { type Action, mayDo } from "@inlay/lending/access/permissions.ts";
import type { StaffRole } from "@inlay/lending/access/staff-roles.ts";
import type { AppContext } from "../context.ts";
import { inScope, staffScope, type Tx } from "../db/scope.ts";
import type { Staff } from "../http/public.ts";
import { decide, requestAction, type StaffAction } from "./staff-actions.ts";

type Tenant = { platformId: string; businessId: string };
type Wanted<Payload> = {
  subjectId: string;
  /** What else the member must be allowed who requests it. */
  alsoNeeds?: Action;
  /** Reads what is requested, in the transaction of the request. It may first do what the request needs, in the name of who requests it. */
  payload(tx: Tx, maker: Staff): Promise<Payload>;
  reason: string;
  requestId: string;
};

/** Performs a staff action in the names of members of staff of the sandbox: one requests it and, where it takes two, another approves it. */
export async function performInSandbox<Payload extends object>(
  app: AppContext,
  tenant: Tenant,
  staffAction: StaffAction<Payload>,
  { subjectId, alsoNeeds, payload: read, reason, requestId }: Wanted<Payload>,
): Promise<void> {
  const members = (await membersFor(app, tenant)).filter(may(staffAction.action));
  const maker = members.find(may(alsoNeeds ?? staffAction.action));
  if (!maker) throw new Refusal("NOT_ALLOWED");
  const asked = await inScope(app.pool, tenant, async (tx) => {
    const payload = await read(tx, maker);
    const made = await requestAction(tx, app, staffAction, { caller: maker, subjectId, payload, reason, requestId });
    const { payload_hash } = await tx
      .selectFrom("staff_request")
      .select("payload_hash")
      .where("id", "=", made.requestId)
      .executeTakeFirstOrThrow();
    const { checker } = staffAction.needs(payload, app.config.APPROVAL_TIERS);
    return { ...made, payloadHash: payload_hash.toString("hex"), checker };
  });
  if (asked.state !== "PENDING") return;
  const { requestId: staffRequestId, payloadHash, checker } = asked;
  const second = members.find(
    ({ memberId, roles }) => memberId !== maker.memberId && (checker === null || roles.includes(checker)),
  );
  if (!second) throw new Refusal("SECOND_PERSON_NEEDED");
  await inScope(app.pool, tenant, (tx) =>
    decide(tx, app, [staffAction as unknown as StaffAction], {
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
