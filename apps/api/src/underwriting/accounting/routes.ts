import * as accountantCalls from "@inlay/contracts/calls/accountant.ts";
import { openAccountingPage as openPageCall } from "@inlay/contracts/calls/accounting.ts";
import { skipConnectAccounting } from "@inlay/contracts/calls/sandbox.ts";
import type { AppContext } from "../../context.ts";
import { accountantCookie, type Router } from "../../http/public.ts";
import { settingsOf, styleConfigurationsOf } from "../../platforms/public.ts";
import { introduceLink, openAccountantSession, renewLink } from "./accountants.ts";
import {
  askAboutConnections,
  connectSandboxAccounting,
  isAccountingLinked,
  openAccountingPage,
  saveConnections,
} from "./connections.ts";

export function accountingRoutes({ authenticatedRoute, publicRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    openPageCall,
    ({ caller }) => openAccountingPage(app, caller),
    async ({ ready }) => ready,
  );
  authenticatedRoute(
    skipConnectAccounting,
    ({ caller }) => connectSandboxAccounting(app, caller.businessId),
    async ({ tx, caller, ready, requestId }) => {
      await saveConnections(tx, caller, ready, { actor: { kind: "USER", id: caller.userId }, requestId });
      return { isAccountingLinked: await isAccountingLinked(tx, caller.businessId) };
    },
  );

  publicRoute(accountantCalls.exchangeAccountantLink, async ({ body, requestId, reply }) => {
    const { token, expiresAt } = await openAccountantSession(app, body.token, requestId);
    reply.setCookie(accountantCookie, token, {
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "strict",
      expires: expiresAt,
    });
    return { expiresAt: expiresAt.toISOString() };
  });
  publicRoute(accountantCalls.introduceAccountantLink, ({ body }) => introduceLink(app, body.token));
  publicRoute(accountantCalls.renewAccountantLink, async ({ body, requestId }) => {
    await renewLink(app, body.token, requestId);
    return { accepted: true as const };
  });
}

export function accountantRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(accountantCalls.readAccountantInvitation, async ({ tx, caller: { platformId, businessId } }) => {
    const { platformProgramName, supportEmail } = await settingsOf(tx, platformId);
    const themes = await styleConfigurationsOf(tx, platformId);
    const business = await tx
      .selectFrom("business")
      .select(["name", "custom_initialization_id"])
      .where("id", "=", businessId)
      .executeTakeFirstOrThrow();
    const theme =
      themes.find(({ id }) => id === business.custom_initialization_id) ?? themes.find(({ isDefault }) => isDefault);
    return {
      businessName: business.name,
      platformProgramName,
      supportEmail,
      styles: theme?.styles ?? null,
      isAccountingLinked: await isAccountingLinked(tx, businessId),
    };
  });
  authenticatedRoute(
    accountantCalls.openAccountantPage,
    ({ caller }) => openAccountingPage(app, caller),
    async ({ ready }) => ready,
  );
  authenticatedRoute(
    accountantCalls.confirmAccountantLink,
    ({ caller }) => askAboutConnections(app, caller.businessId),
    async ({ tx, caller, ready, requestId }) => {
      const actor = { kind: "ACCOUNTANT", id: caller.invitationId } as const;
      await saveConnections(tx, caller, ready, { actor, requestId });
      return { isAccountingLinked: await isAccountingLinked(tx, caller.businessId) };
    },
  );
}
