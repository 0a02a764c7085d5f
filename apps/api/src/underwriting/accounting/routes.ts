import * as accountantCalls from "@inlay/contracts/calls/accountant.ts";
import { openAccountingPage as openPageCall } from "@inlay/contracts/calls/accounting.ts";
import { skipConnectAccounting } from "@inlay/contracts/calls/sandbox.ts";
import type { House } from "../../house.ts";
import { accountantCookie, type Doors } from "../../http/public.ts";
import { settingsOf, styleConfigurationsOf } from "../../partners/public.ts";
import { openVisit, renewLink } from "./accountants.ts";
import {
  askAboutConnections,
  isAccountingLinked,
  keepConnections,
  openAccountingPage,
  playConnection,
} from "./connections.ts";

export function accountingRoutes({ serve, greet }: Doors, house: House): void {
  serve(
    openPageCall,
    ({ caller }) => openAccountingPage(house, caller.businessId, caller.language),
    async ({ ready }) => ready,
  );
  serve(
    skipConnectAccounting,
    ({ caller }) => playConnection(house, caller.businessId),
    async ({ tx, caller, ready, requestId }) => {
      await keepConnections(tx, caller, ready, { actor: { kind: "USER", id: caller.userId }, requestId });
      return { isAccountingLinked: await isAccountingLinked(tx, caller.businessId) };
    },
  );

  greet(accountantCalls.exchangeAccountantLink, async ({ body, requestId, reply }) => {
    const { token, expiresAt } = await openVisit(house, body.token, requestId);
    reply.setCookie(accountantCookie, token, {
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "strict",
      expires: expiresAt,
    });
    return { expiresAt: expiresAt.toISOString() };
  });
  greet(accountantCalls.renewAccountantLink, async ({ body, requestId }) => {
    await renewLink(house, body.token, requestId);
    return { accepted: true as const };
  });

  serve(accountantCalls.readAccountantInvitation, async ({ tx, caller: { platformId, businessId } }) => {
    const { platformProgramName, supportEmail } = await settingsOf(tx, platformId);
    const looks = await styleConfigurationsOf(tx, platformId);
    const business = await tx
      .selectFrom("business")
      .select(["name", "custom_initialization_id"])
      .where("id", "=", businessId)
      .executeTakeFirstOrThrow();
    const look =
      looks.find(({ id }) => id === business.custom_initialization_id) ?? looks.find(({ isDefault }) => isDefault);
    return {
      businessName: business.name,
      platformProgramName,
      supportEmail,
      styles: look?.styles ?? null,
      isAccountingLinked: await isAccountingLinked(tx, businessId),
    };
  });
  serve(
    accountantCalls.openAccountantPage,
    ({ caller }) => openAccountingPage(house, caller.businessId, caller.language),
    async ({ ready }) => ready,
  );
  serve(
    accountantCalls.confirmAccountantLink,
    ({ caller }) => askAboutConnections(house, caller.businessId),
    async ({ tx, caller, ready, requestId }) => {
      const actor = { kind: "ACCOUNTANT", id: caller.invitationId } as const;
      await keepConnections(tx, caller, ready, { actor, requestId });
      return { isAccountingLinked: await isAccountingLinked(tx, caller.businessId) };
    },
  );
}
