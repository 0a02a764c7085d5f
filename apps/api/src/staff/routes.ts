import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { FastifyReply } from "fastify";
import { v7 as uuidv7 } from "uuid";
import { inScope, office } from "../db/scope.ts";
import type { House } from "../house.ts";
import { type Doors, staffCookie, type Visit } from "../http/public.ts";
import { businessesByReference, claimantsOf } from "../people/public.ts";
import { ask, type Deed, decide } from "./deeds.ts";
import { admitMember, changeMember, inviteMember, listMembers, readMember } from "./members.ts";
import { resolveOwnerConflict } from "./owner-conflict.ts";
import { addPasskey, askNewPasskey, askPasskey, signInByPasskey } from "./passkeys.ts";
import { listRequests, readRequest } from "./requests.ts";
import { endStaffSession, type StaffSession, tellMember } from "./sessions.ts";
import { enrol, requestStaffCode, signInByCode } from "./sign-in.ts";
import { claimTask, listTasks, releaseTask } from "./tasks.ts";

const cookieShape = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

/** The staff door. `deeds` are those of the other slices; a request of any kind is decided here. */
export function staffRoutes({ serve, greet }: Doors, house: House, deeds: readonly Deed[]): void {
  const { pool } = house;
  const known = [resolveOwnerConflict, admitMember, changeMember, ...deeds] as Deed[];

  const letIn = (reply: FastifyReply, { token, expiresAt, member }: StaffSession) => {
    reply.setCookie(staffCookie, token, { ...cookieShape, expires: expiresAt });
    return { member: tellMember(member), expiresAt: expiresAt.toISOString() };
  };
  greet(staffCalls.requestStaffCode, ({ body }) => requestStaffCode(house, body.email));
  greet(staffCalls.enrolStaff, ({ body, requestId }) => enrol(house, body, requestId));
  greet(staffCalls.signInStaff, async ({ body, requestId, reply }) =>
    letIn(reply, await signInByCode(house, body, requestId)),
  );
  greet(staffCalls.askPasskey, () => askPasskey(house));
  greet(staffCalls.signInByPasskey, async ({ body, requestId, reply }) =>
    letIn(reply, await signInByPasskey(house, body, requestId)),
  );
  greet(staffCalls.signOutStaff, async ({ request, reply, requestId }) => {
    const token = request.cookies[staffCookie];
    if (token) await inScope(pool, office, (tx) => endStaffSession(tx, token, requestId));
    reply.clearCookie(staffCookie, cookieShape);
    return { signedOut: true as const };
  });

  serve(staffCalls.getSelf, ({ tx, caller }) => readMember(tx, caller.memberId));
  serve(staffCalls.askNewPasskey, ({ tx, caller }) => askNewPasskey(tx, house, caller));
  serve(staffCalls.addPasskey, ({ tx, caller, body, requestId }) => addPasskey(tx, house, caller, body, requestId));
  serve(staffCalls.listMembers, async ({ tx }) => ({ members: await listMembers(tx) }));
  serve(staffCalls.admitMember, ({ tx, caller, body: { reason, ...payload }, requestId }) =>
    ask(tx, house, admitMember, { caller, subjectId: uuidv7(), payload, reason, requestId }),
  );
  serve(staffCalls.changeMember, async ({ tx, caller, params, body: { reason, ...payload }, requestId }) => {
    await readMember(tx, params.memberId);
    return ask(tx, house, changeMember, { caller, subjectId: params.memberId, payload, reason, requestId });
  });
  serve(staffCalls.inviteMember, ({ tx, caller, params, body, requestId }) =>
    inviteMember(tx, caller, params.memberId, body.reason, requestId),
  );

  serve(staffCalls.findBusinesses, async ({ tx, query }) => ({
    businesses: await businessesByReference(tx, query.reference),
  }));
  serve(staffCalls.listTasks, ({ tx, caller, query }) => listTasks(tx, caller, query));
  serve(staffCalls.claimTask, ({ tx, caller, params, requestId }) => claimTask(tx, caller, params.taskId, requestId));
  serve(staffCalls.releaseTask, ({ tx, caller, params, requestId }) =>
    releaseTask(tx, caller, params.taskId, requestId),
  );

  type Decided = Visit<typeof staffCalls.approveRequest> | Visit<typeof staffCalls.rejectRequest>;
  const say = (verdict: "APPROVED" | "REJECTED", { tx, caller, params, body, requestId }: Decided) =>
    decide(tx, house, known, { caller, staffRequestId: params.requestId, verdict, ...body, requestId });
  serve(staffCalls.listRequests, ({ tx, query }) => listRequests(tx, query));
  serve(staffCalls.getRequest, ({ tx, params }) => readRequest(tx, params.requestId));
  serve(staffCalls.approveRequest, (visit) => say("APPROVED", visit));
  serve(staffCalls.rejectRequest, (visit) => say("REJECTED", visit));

  serve(staffCalls.getOwnerConflict, async ({ tx, params }) => ({
    businessId: params.businessId,
    claimants: (await claimantsOf(tx, params.businessId)).map((claimant) => ({
      ...claimant,
      claimedAt: claimant.claimedAt.toISOString(),
    })),
  }));
  serve(staffCalls.resolveOwnerConflict, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    ask(tx, house, resolveOwnerConflict, { caller, subjectId: params.businessId, payload, reason, requestId }),
  );
}
