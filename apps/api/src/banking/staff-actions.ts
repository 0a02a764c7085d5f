import type { accountChangeOutcomes } from "@inlay/contracts/bank.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { type ActionRequest, requestAction, type StaffAction, subjectOfTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { unblockAccount } from "./block-account.ts";
import { closeCorrection } from "./correct-account.ts";
import { type Item, lockItem, moveItem } from "./item.ts";
import { noteVerification } from "./platform-provided-account.ts";
import { decideChange, readStoppedChange } from "./stop-account-change.ts";

const blockItem: StaffAction<Record<string, never>> = {
  kind: "bank-item.block",
  action: "staff.bank-item.block",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, request) => move(tx, request, "STAFF_BLOCK"),
};

const unblockItem: StaffAction<Record<string, never>> = {
  kind: "bank-item.unblock",
  action: "staff.bank-item.unblock",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: async (tx, { subjectId }) => {
    await foundItem(tx, subjectId);
  },
  perform: (tx, request) => move(tx, request, "STAFF_UNBLOCK"),
};

/** The numbers that staff have checked, where an owner typed them; null for an account that somebody else entered. */
type Verifying = { outcome: "VERIFIED" | "FAILED"; typedNumbersVersion: number | null };

/**
 * An account that an owner typed in is verified by two people, because no document of a partner and no second member of staff stands behind
 * its numbers. If they are changed before the approval, it is refused.
 */
export const verifyAccount: StaffAction<Verifying> = {
  kind: "bank-account.verify",
  action: "staff.bank-account.verify",
  needs: ({ outcome, typedNumbersVersion }) => ({
    people: outcome === "VERIFIED" && typedNumbersVersion !== null ? 2 : 1,
    checker: null,
  }),
  refuseUnknown: (tx, { subjectId }) => requireAccount(tx, subjectId),
  perform: async (tx, { subjectId, payload, memberId, requestId }) => {
    if ((await typedNumbersVersion(tx, subjectId)) !== payload.typedNumbersVersion)
      throw new Refusal("WRONG_STATE", { context: { status: "NUMBERS_CHANGED", allowedFrom: ["NUMBERS_UNCHANGED"] } });
    await noteVerification(tx, subjectId, payload.outcome, { actor: { kind: "STAFF", id: memberId }, requestId });
  },
};

async function typedNumbersVersion(tx: Tx, id: string): Promise<number | null> {
  const account = await tx
    .selectFrom("bank_account")
    .select(["created_method", "numbers_version"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return account?.created_method === "MANUAL" ? account.numbers_version : null;
}

const unblockBankAccount: StaffAction<Record<string, never>> = {
  kind: "bank-account.unblock",
  action: "staff.bank-account.unblock",
  needs: () => ({ people: 2, checker: null }),
  refuseUnknown: (tx, { subjectId }) => requireAccount(tx, subjectId),
  perform: (tx, { subjectId, memberId, requestId }) =>
    unblockAccount(tx, subjectId, { actor: { kind: "STAFF", id: memberId }, requestId }),
};

const closeAccountCorrection: StaffAction<Record<string, never>> = {
  kind: "bank-account.close-correction",
  action: "staff.bank-account.close-correction",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, { subjectId, memberId, requestId }) =>
    closeCorrection(tx, subjectId, { actor: { kind: "STAFF", id: memberId }, requestId }),
};

/** Keeping an account blocked is safe, using it again is not. */
const decideStoppedChange: StaffAction<{ outcome: (typeof accountChangeOutcomes)[number] }> = {
  kind: "account-change.decide",
  action: "staff.account-change.decide",
  needs: ({ outcome }) => ({ people: outcome === "CONFIRMED" ? 2 : 1, checker: null }),
  perform: (tx, { subjectId, payload, memberId, requestId }) =>
    decideChange(tx, subjectId, payload.outcome, { actor: { kind: "STAFF", id: memberId }, requestId }),
};

/** Staff actions on linked banks and on bank accounts. */
export const bankingStaffActions = [
  blockItem,
  unblockItem,
  verifyAccount,
  unblockBankAccount,
  closeAccountCorrection,
  decideStoppedChange,
] as unknown as StaffAction[];

async function foundItem(tx: Tx, id: string): Promise<Item> {
  const item = await lockItem(tx, id);
  if (!item) throw new Refusal("NOT_FOUND", { context: { object: "bank item" } });
  return item;
}

async function requireAccount(tx: Tx, id: string): Promise<void> {
  const account = await tx.selectFrom("bank_account").select("id").where("id", "=", id).executeTakeFirst();
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
}

async function move(tx: Tx, request: ActionRequest<object>, event: "STAFF_BLOCK" | "STAFF_UNBLOCK"): Promise<void> {
  const item = await foundItem(tx, request.subjectId);
  await moveItem(tx, item, event, { actor: { kind: "STAFF", id: request.memberId }, requestId: request.requestId });
}

export function bankingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.blockBankItem, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, blockItem, { caller, subjectId: params.bankItemId, payload: {}, reason, requestId }),
  );
  authenticatedRoute(staffCalls.unblockBankItem, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, unblockItem, { caller, subjectId: params.bankItemId, payload: {}, reason, requestId }),
  );
  authenticatedRoute(staffCalls.unblockBankAccount, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, unblockBankAccount, {
      caller,
      subjectId: params.bankAccountId,
      payload: {},
      reason,
      requestId,
    }),
  );
  authenticatedRoute(staffCalls.closeAccountCorrection, ({ tx, caller, params, body: { reason }, requestId }) =>
    requestAction(tx, app, closeAccountCorrection, {
      caller,
      subjectId: params.accountCorrectionId,
      payload: {},
      reason,
      requestId,
    }),
  );
  authenticatedRoute(staffCalls.getStoppedChange, async ({ tx, caller: { businessId }, params }) => {
    if (!businessId) throw new Refusal("NOT_FOUND", { context: { object: "business" } });
    return readStoppedChange(tx, await subjectOfTask(tx, params.taskId, "ACCOUNT_CHANGE_STOPPED"), businessId);
  });
  authenticatedRoute(
    staffCalls.decideStoppedChange,
    async ({ tx, caller, params, body: { outcome, reason }, requestId }) => {
      const subjectId = await subjectOfTask(tx, params.taskId, "ACCOUNT_CHANGE_STOPPED");
      return requestAction(tx, app, decideStoppedChange, {
        caller,
        subjectId,
        payload: { outcome },
        reason,
        requestId,
      });
    },
  );
  authenticatedRoute(
    staffCalls.verifyBankAccount,
    async ({ tx, caller, params: { bankAccountId: subjectId }, body: { outcome, reason }, requestId }) => {
      const payload = { outcome, typedNumbersVersion: await typedNumbersVersion(tx, subjectId) };
      return requestAction(tx, app, verifyAccount, { caller, subjectId, payload, reason, requestId });
    },
  );
}
