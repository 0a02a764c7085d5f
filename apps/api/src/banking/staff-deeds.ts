import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";
import { ask, type Deed, type Order } from "../staff/public.ts";
import { noteVerification } from "./brought.ts";
import { lockItem, moveItem } from "./item.ts";

const blockItem: Deed<Record<string, never>> = {
  kind: "bank-item.block",
  action: "staff.bank-item.block",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, order) => move(tx, order, "STAFF_BLOCK"),
};

const unblockItem: Deed<Record<string, never>> = {
  kind: "bank-item.unblock",
  action: "staff.bank-item.unblock",
  needs: () => ({ people: 2, checker: null }),
  perform: (tx, order) => move(tx, order, "STAFF_UNBLOCK"),
};

const verifyAccount: Deed<{ outcome: "VERIFIED" | "FAILED" }> = {
  kind: "bank-account.verify",
  action: "staff.bank-account.verify",
  needs: () => ({ people: 1, checker: null }),
  perform: (tx, { subjectId, payload, memberId, requestId }) =>
    noteVerification(tx, subjectId, payload.outcome, { actor: { kind: "STAFF", id: memberId }, requestId }),
};

/** What our own people can do about linked banks, and about accounts that a platform brought. */
export const bankingDeeds = [blockItem, unblockItem, verifyAccount] as unknown as Deed[];

async function move(tx: Tx, order: Order<object>, event: "STAFF_BLOCK" | "STAFF_UNBLOCK"): Promise<void> {
  const item = await lockItem(tx, order.subjectId);
  if (!item) throw new Refusal("NOT_FOUND", { context: { object: "bank item" } });
  await moveItem(tx, item, event, { actor: { kind: "STAFF", id: order.memberId }, requestId: order.requestId });
}

export function bankingStaffRoutes({ serve }: Doors, house: House): void {
  serve(staffCalls.blockBankItem, ({ tx, caller, params, body: { reason }, requestId }) =>
    ask(tx, house, blockItem, { caller, subjectId: params.bankItemId, payload: {}, reason, requestId }),
  );
  serve(staffCalls.unblockBankItem, ({ tx, caller, params, body: { reason }, requestId }) =>
    ask(tx, house, unblockItem, { caller, subjectId: params.bankItemId, payload: {}, reason, requestId }),
  );
  serve(staffCalls.verifyBankAccount, ({ tx, caller, params, body: { outcome, reason }, requestId }) =>
    ask(tx, house, verifyAccount, { caller, subjectId: params.bankAccountId, payload: { outcome }, reason, requestId }),
  );
}
