import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { requestAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { revokeAuthorization } from "./authorize.ts";
import { preparePartyAccount } from "./party-account.ts";
import { encryptable } from "./platform-provided-account.ts";
import { verifyAccount } from "./staff-actions.ts";

/** The account to which a platform's share is paid and from which its settlements are debited. One staff member saves it, another verifies it. */
export function platformAccountRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(
    staffCalls.savePlatformAccount,
    async ({ caller, body, params: { platformId }, requestId }) => {
      const numbers = await encryptable(app, { platformId, businessId: null }, body);
      return preparePartyAccount(
        app,
        {
          platformId,
          businessId: null,
          party: "PLATFORM",
          holderName: body.holderName,
          holder: "BUSINESS",
          name: "Platform account",
          subtype: body.accountType === "SAVINGS" ? "savings" : "checking",
          createdMethod: "STAFF",
          enteredBy: caller.memberId,
          platformBankAccountId: null,
          institutionName: null,
          metadata: {},
        },
        numbers,
        { actor: { kind: "STAFF", id: caller.memberId }, requestId },
      );
    },
    async ({ tx, caller, body: { agreementSha256, reason }, ready: save, requestId }) => {
      const { platformId, memberId } = caller;
      await removeEarlier(tx, platformId);
      const bankAccountId = await save(tx);
      if (agreementSha256) await authorizeDebits(tx, platformId, bankAccountId, agreementSha256);
      await record(tx, {
        platformId,
        businessId: null,
        kind: "platform_account.saved",
        body: { bankAccountId },
        action: "staff.platform-account.save",
        object: { kind: "bank account", id: bankAccountId },
        after: { reason, mayBeDebited: agreementSha256 !== undefined },
        actor: { kind: "STAFF", id: memberId },
        requestId,
      });
      return { bankAccountId };
    },
  );
  authenticatedRoute(staffCalls.verifyPlatformAccount, async ({ tx, caller, body: { outcome, reason }, requestId }) => {
    const account = await presentAccount(tx, caller.platformId);
    if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
    if (account.entered_by === caller.memberId) throw new Refusal("SECOND_PERSON_NEEDED");
    const payload = { outcome, typedNumbersVersion: null };
    return requestAction(tx, app, verifyAccount, { caller, subjectId: account.id, payload, reason, requestId });
  });
}

const presentAccount = (tx: Tx, platformId: string) =>
  tx
    .selectFrom("bank_account")
    .select(["id", "entered_by"])
    .where("platform_id", "=", platformId)
    .where("party", "=", "PLATFORM")
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

async function removeEarlier(tx: Tx, platformId: string): Promise<void> {
  const earlier = await presentAccount(tx, platformId);
  if (!earlier) return;
  await tx.updateTable("bank_account").set({ removed_at: new Date() }).where("id", "=", earlier.id).execute();
  await revokeAuthorization(tx, earlier.id);
}

/** The platform has signed its agreement on paper, so the authorization names the agreement's hash instead of a text of ours. */
const authorizeDebits = (tx: Tx, platformId: string, bankAccountId: string, agreementSha256: string) =>
  tx
    .insertInto("ach_authorization")
    .values({
      platform_id: platformId,
      business_id: null,
      bank_account_id: bankAccountId,
      text_hash: Buffer.from(agreementSha256, "hex"),
      text_version: `${dateAt(new Date())}-platform-agreement`,
    })
    .execute();
