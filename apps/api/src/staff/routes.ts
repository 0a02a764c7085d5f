import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { FastifyReply } from "fastify";
import { v7 as uuidv7 } from "uuid";
import { requestAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { inScope, staffScope } from "../db/scope.ts";
import { type Router, staffCookie } from "../http/public.ts";
import { businessesByReference } from "../people/public.ts";
import { admitMember, changeMember, inviteMember, listMembers, readMember, resetMember } from "./members.ts";
import { addPasskey, askNewPasskey, askPasskey, signInByPasskey } from "./passkeys.ts";
import { endStaffSession, type StaffSession, toMemberResponse } from "./sessions.ts";
import { enroll, requestStaffCode, signInByCode } from "./sign-in.ts";

const cookieShape = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

/** Sign-in, members and lookups of our staff. */
export function staffRoutes({ authenticatedRoute, publicRoute }: Router, app: AppContext): void {
  const { pool } = app;

  const respondWithSession = (reply: FastifyReply, { token, expiresAt, member }: StaffSession) => {
    reply.setCookie(staffCookie, token, { ...cookieShape, expires: expiresAt });
    return { member: toMemberResponse(member), expiresAt: expiresAt.toISOString() };
  };
  publicRoute(staffCalls.requestStaffCode, ({ body }) => requestStaffCode(app, body.email));
  publicRoute(staffCalls.enrollStaff, ({ body, requestId }) => enroll(app, body, requestId));
  publicRoute(staffCalls.signInStaff, async ({ body, requestId, reply }) =>
    respondWithSession(reply, await signInByCode(app, body, requestId)),
  );
  publicRoute(staffCalls.askPasskey, () => askPasskey(app));
  publicRoute(staffCalls.signInByPasskey, async ({ body, requestId, reply }) =>
    respondWithSession(reply, await signInByPasskey(app, body, requestId)),
  );
  publicRoute(staffCalls.signOutStaff, async ({ request, reply, requestId }) => {
    const token = request.cookies[staffCookie];
    if (token) await inScope(pool, staffScope, (tx) => endStaffSession(tx, token, requestId));
    reply.clearCookie(staffCookie, cookieShape);
    return { signedOut: true as const };
  });

  authenticatedRoute(staffCalls.getSelf, ({ tx, caller }) => readMember(tx, caller.memberId));
  authenticatedRoute(staffCalls.askNewPasskey, ({ tx, caller }) => askNewPasskey(tx, app, caller));
  authenticatedRoute(staffCalls.addPasskey, (request) => addPasskey(request, app));
  authenticatedRoute(staffCalls.listMembers, async ({ tx }) => ({ members: await listMembers(tx) }));
  authenticatedRoute(staffCalls.admitMember, ({ tx, caller, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, admitMember, { caller, subjectId: uuidv7(), payload, reason, requestId }),
  );
  authenticatedRoute(
    staffCalls.changeMember,
    async ({ tx, caller, params, body: { reason, ...payload }, requestId }) => {
      await readMember(tx, params.memberId);
      return requestAction(tx, app, changeMember, { caller, subjectId: params.memberId, payload, reason, requestId });
    },
  );
  authenticatedRoute(staffCalls.inviteMember, inviteMember);
  authenticatedRoute(staffCalls.resetMember, async ({ tx, caller, params, body: { reason }, requestId }) => {
    await readMember(tx, params.memberId);
    return requestAction(tx, app, resetMember, {
      caller,
      subjectId: params.memberId,
      payload: {},
      reason,
      requestId,
    });
  });

  authenticatedRoute(staffCalls.findBusinesses, async ({ tx, query }) => ({
    businesses: await businessesByReference(tx, query.reference),
  }));
}
