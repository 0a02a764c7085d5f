import {
  chooseLocale,
  exchangeConnectToken as exchangeCall,
  getBusiness,
  logout,
  requestLoginCode,
  updateBusiness,
  upsertUserRoles,
  verifyLoginCode,
} from "@inlay/contracts/calls/people.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { record } from "../db/record.ts";
import { inScope } from "../db/scope.ts";
import type { House } from "../house.ts";
import { type Doors, sessionCookie } from "../http/public.ts";
import { businessFor } from "./business.ts";
import { exchangeConnectToken } from "./connect-tokens.ts";
import { claimRoles } from "./roles.ts";
import { endSession } from "./sessions.ts";
import { requestSignIn, verifySignIn } from "./sign-in.ts";

export function peopleRoutes({ serve, greet }: Doors, house: House): void {
  const { pool, tokens } = house;

  greet(exchangeCall, async ({ body, requestId }) => {
    const { token, expiresAt, userIndex } = await exchangeConnectToken(house, body.connectToken, requestId);
    return { sessionToken: token, expiresAt: expiresAt.toISOString(), userIndex };
  });

  greet(requestLoginCode, async ({ body }) => {
    await requestSignIn(house, body);
    return { accepted: true as const };
  });

  greet(verifyLoginCode, async ({ body, requestId, reply }) => {
    const { token, expiresAt, originUrl } = await verifySignIn(house, body, requestId);
    reply.setCookie(sessionCookie, token, {
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "strict",
      expires: expiresAt,
    });
    return { signedIn: true as const, expiresAt: expiresAt.toISOString(), originUrl };
  });

  // Ending a session that is over already, or never was, is the same success.
  greet(logout, async ({ request, reply }) => {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? request.cookies[sessionCookie];
    const claims = token ? await tokens.read(token) : null;
    if (claims) {
      const scope = { platformId: claims.platformId, businessId: "whole platform" } as const;
      await inScope(pool, scope, (tx) => endSession(tx, claims.sessionId));
    }
    reply.clearCookie(sessionCookie, { path: "/", httpOnly: true, secure: true, sameSite: "strict" });
    return { signedOut: true as const };
  });
  // A link or a picture on any page could make a browser send this; so it is told how, and nothing happens.
  greet({ ...logout, method: "GET" }, async () => {
    throw new Refusal("SIGN_OUT_BY_POST");
  });

  serve(getBusiness, ({ tx, caller }) => businessFor(tx, caller));

  // A wish about reading, of no consequence to anybody else: it leaves no event.
  serve(chooseLocale, async ({ tx, caller, body: { locale } }) => {
    await tx.updateTable("business_user").set({ locale }).where("id", "=", caller.userId).execute();
    return { locale };
  });

  serve(upsertUserRoles, async ({ tx, caller, body, requestId }) => {
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

  serve(updateBusiness, async ({ tx, caller, body, requestId }) => {
    const { platformId, businessId, userId } = caller;
    const id = body.customInitializationId;
    if (id !== null) {
      const look = await tx.selectFrom("style_configuration").select("id").where("id", "=", id).executeTakeFirst();
      if (!look) throw new Refusal("NOT_FOUND", { context: { object: "style configuration" } });
    }
    await tx.updateTable("business").set({ custom_initialization_id: id }).where("id", "=", businessId).execute();
    await record(tx, {
      ...{
        platformId,
        businessId,
        kind: "business.updated",
        body: { changed: ["customInitializationId"] },
        after: { customInitializationId: id },
      },
      ...{
        action: "business.choose-look",
        object: { kind: "business", id: businessId },
        actor: { kind: "USER", id: userId },
      },
      ...{ requestId },
    });
    return businessFor(tx, caller);
  });
}
