import * as coOwnerCalls from "@inlay/contracts/calls/co-owners.ts";
import { getHelp, getSupportToken } from "@inlay/contracts/calls/help.ts";
import {
  declineCoOwnerInvitation,
  declineOwnership as declineOwnershipCall,
  exchangeBusinessInvitation,
  exchangeCoOwnerInvitation,
  introduceInvitation as introduceInvitationCall,
  renewInvitation as renewInvitationCall,
} from "@inlay/contracts/calls/invitations.ts";
import { askOwner as askOwnerCall, getOwnerRequest } from "@inlay/contracts/calls/owner-request.ts";
import {
  chooseLocale,
  exchangeConnectToken as exchangeCall,
  extendSession as extendCall,
  getBusiness,
  getSession,
  logout,
  requestLoginCode,
  updateBusiness,
  upsertUserRoles,
  verifyLoginCode,
} from "@inlay/contracts/calls/people.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { lenderName } from "@inlay/contracts/onboarding/agreements.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { beyondBusiness, inScope } from "../db/scope.ts";
import { type Router, sessionCookie } from "../http/public.ts";
import {
  askOwner,
  claimRoles,
  coOwnerInvitations,
  correctCoOwner,
  declineInvitation,
  declineOwnership,
  endSession,
  exchangeConnectToken,
  exchangeInvitation,
  extendSession,
  introduceInvitation,
  inviteCoOwnerAgain,
  listCoOwners,
  nameCoOwner,
  ownerRequestOf,
  referenceOf,
  removeCoOwner,
  renewInvitation,
  requestSignIn,
  updateBusiness as saveBusiness,
  secondsUntil,
  timeLeftOf,
  updateUser,
  verifySignIn,
} from "../people/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { businessFor } from "./business.ts";

export function dashboardRoutes({ authenticatedRoute, publicRoute }: Router, app: AppContext): void {
  const { pool, tokens } = app;
  const cookie = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

  publicRoute(exchangeCall, async ({ body, requestId }) => {
    const { token, expiresAt, userIndex } = await exchangeConnectToken(app, body.connectToken, requestId);
    const secondsLeft = secondsUntil(expiresAt);
    return { sessionToken: token, expiresAt: expiresAt.toISOString(), secondsLeft, userIndex };
  });

  publicRoute(requestLoginCode, async ({ body }) => {
    await requestSignIn(app, body);
    return { accepted: true as const };
  });

  publicRoute(verifyLoginCode, async ({ body, requestId, reply }) => {
    const { token, expiresAt, endsForGoodAt, originUrl } = await verifySignIn(app, body, requestId);
    reply.setCookie(sessionCookie, token, { ...cookie, expires: endsForGoodAt });
    return { signedIn: true as const, expiresAt: expiresAt.toISOString(), originUrl };
  });

  const invitations = [
    { call: exchangeBusinessInvitation, kinds: ["CONNECT_DIRECT", "OFFER"] },
    { call: exchangeCoOwnerInvitation, kinds: ["SECONDARY_OWNER"] },
  ] as const;
  for (const { call, kinds } of invitations) {
    publicRoute(call, async ({ request, reply, requestId }) => {
      const token = String(request.headers["invitetoken"] ?? "");
      const held = request.cookies[sessionCookie];
      const present = held ? await tokens.read(held) : null;
      const opened = await exchangeInvitation(app, { token, kinds, present }, requestId);
      reply.setCookie(sessionCookie, opened.token, { ...cookie, expires: opened.endsForGoodAt });
      return { signedIn: true as const, expiresAt: opened.expiresAt.toISOString(), userIndex: opened.userIndex };
    });
  }

  publicRoute(introduceInvitationCall, async ({ request }) =>
    introduceInvitation(app, String(request.headers["invitetoken"] ?? "")),
  );

  publicRoute(declineCoOwnerInvitation, async ({ request, requestId }) => {
    await declineInvitation(app, String(request.headers["invitetoken"] ?? ""), requestId);
    return { declined: true as const };
  });

  publicRoute(renewInvitationCall, async ({ request, requestId }) => {
    await renewInvitation(app, String(request.headers["invitetoken"] ?? ""), requestId);
    return { accepted: true as const };
  });

  authenticatedRoute(declineOwnershipCall, async ({ tx, caller, requestId }) => {
    await declineOwnership(tx, caller, requestId);
    return { declined: true as const };
  });

  // Signing out succeeds for an ended or unknown session, too.
  publicRoute(logout, async ({ request, reply }) => {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? request.cookies[sessionCookie];
    const claims = token ? await tokens.read(token) : null;
    if (claims) {
      const scope = { platformId: claims.platformId, businessId: "whole platform" } as const;
      await inScope(pool, scope, (tx) => endSession(tx, claims.sessionId));
    }
    reply.clearCookie(sessionCookie, cookie);
    return { signedOut: true as const };
  });
  // A link or an image on any page can trigger a GET, so it never signs anyone out; the refusal names the right method.
  publicRoute({ ...logout, method: "GET" }, async () => {
    throw new Refusal("SIGN_OUT_BY_POST");
  });

  // A session belongs to a person, who may have several businesses. Its duration affects no business, so it records no event.
  authenticatedRoute(getSession, ({ tx, caller }) => beyondBusiness(tx, () => timeLeftOf(tx, caller.sessionId)));
  authenticatedRoute(extendCall, ({ tx, caller }) => beyondBusiness(tx, () => extendSession(tx, caller.sessionId)));

  authenticatedRoute(getBusiness, ({ tx, caller }) => businessFor(tx, caller));

  authenticatedRoute(getHelp, async ({ tx, caller: { platformId, businessId } }) => {
    const settings = await settingsOf(tx, platformId);
    const { supportEmail, supportPhone, supportHours, licenseLine, helpWindowKey } = settings;
    return {
      reference: await referenceOf(tx, businessId),
      supportEmail,
      supportPhone,
      supportHours,
      licenseLine,
      lenderName: lenderName(settings.referenceKanmonInCopy, settings.platformProgramName),
      helpWindowScriptUrl: helpWindowKey === null ? null : app.support.windowScriptUrl(helpWindowKey),
    };
  });
  authenticatedRoute(getSupportToken, async ({ tx, caller: { businessId, userId, email } }) => {
    const { first_name, last_name } = await tx
      .selectFrom("business_user")
      .select(["first_name", "last_name"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    const name = [first_name, last_name].filter(Boolean).join(" ") || null;
    const asker = { userId, reference: await referenceOf(tx, businessId), name, email };
    return { token: await app.support.tokenFor(asker, new Date()) };
  });

  // The language affects only the person's own pages, so it records no event.
  authenticatedRoute(chooseLocale, async ({ tx, caller, body: { locale } }) => {
    await updateUser(tx, caller.userId, { locale });
    return { locale };
  });

  authenticatedRoute(upsertUserRoles, async ({ tx, caller, body, requestId }) => {
    const { platformId, businessId, userId } = caller;
    const roles = await claimRoles(tx, {
      platformId,
      businessId,
      userId,
      roles: body.userRoles,
      actor: { kind: "USER", id: userId },
      requestId,
    });
    return businessFor(tx, { ...caller, roles });
  });

  authenticatedRoute(getOwnerRequest, ({ tx, caller }) => ownerRequestOf(tx, caller.businessId));
  authenticatedRoute(askOwnerCall, ({ tx, caller, body, requestId }) => {
    const { platformId, businessId, userId, language: locale } = caller;
    return askOwner(tx, { platformId, businessId, userId, locale, requestId }, body.email);
  });

  const {
    listCoOwners: listing,
    createCoOwner: creation,
    updateCoOwner: change,
    deleteCoOwner: removal,
  } = coOwnerCalls;
  for (const call of [listing, coOwnerCalls.listCoOwnersV2]) {
    authenticatedRoute(call, async ({ tx, caller }) => ({
      secondaryOwners: await listCoOwners(tx, caller.businessId),
    }));
  }
  for (const call of [creation, coOwnerCalls.createCoOwnerV2]) {
    authenticatedRoute(call, ({ tx, caller, body, requestId }) => nameCoOwner(tx, { ...caller, requestId }, body));
  }
  for (const call of [change, coOwnerCalls.updateCoOwnerV2]) {
    authenticatedRoute(call, ({ tx, caller, params, body, requestId }) =>
      correctCoOwner(tx, { ...caller, requestId }, params.id, body),
    );
  }
  for (const call of [removal, coOwnerCalls.deleteCoOwnerV2]) {
    authenticatedRoute(call, async ({ tx, caller, params, requestId }) => {
      await removeCoOwner(tx, { ...caller, requestId }, params.id);
      return { secondaryOwners: await listCoOwners(tx, caller.businessId) };
    });
  }

  authenticatedRoute(coOwnerCalls.listCoOwnerInvitations, async ({ tx, caller }) => ({
    invitations: await coOwnerInvitations(tx, caller.businessId),
  }));
  authenticatedRoute(coOwnerCalls.resendCoOwnerInvitation, ({ tx, caller, params, requestId }) => {
    const { platformId, businessId, userId, language: locale } = caller;
    const by = { platformId, businessId, locale, actor: { kind: "USER", id: userId }, requestId } as const;
    return inviteCoOwnerAgain(tx, by, params.id);
  });

  authenticatedRoute(updateBusiness, async ({ tx, caller, body, requestId }) => {
    const { platformId, businessId, userId } = caller;
    const id = body.customInitializationId;
    if (id !== null) {
      const theme = await tx.selectFrom("style_configuration").select("id").where("id", "=", id).executeTakeFirst();
      if (!theme) throw new Refusal("NOT_FOUND", { context: { object: "style configuration" } });
    }
    await saveBusiness(tx, businessId, { custom_initialization_id: id });
    await record(tx, {
      platformId,
      businessId,
      kind: "business.updated",
      body: { changed: ["customInitializationId"] },
      after: { customInitializationId: id },
      action: "business.choose-theme",
      object: { kind: "business", id: businessId },
      actor: { kind: "USER", id: userId },
      requestId,
    });
    return businessFor(tx, caller);
  });
}
