import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import { raiseInput } from "../../additional-inputs/public.ts";
import { listItems } from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import type { CompletionContext, InputHandler } from "../step-handler.ts";
import { collectPlaid } from "../steps/collect-plaid.ts";

/**
 * Done when no bank of the business is disconnected any more, when another bank was linked or connected again since the request, or when the
 * owner chooses to upload statements: a bank that was closed cannot be connected again. A bank's data is read again as soon as the bank is connected.
 */
export const recollectPlaid: InputHandler<"RECOLLECT_PLAID"> = {
  load: async (context) => ({
    ...(await collectPlaid.load(context)),
    isBankAdded: await wasBankAdded(context.tx, context.caller.businessId),
  }),
  complete: async (context, { optToProvideBankStatements = false }) => {
    if (optToProvideBankStatements) return requestStatements(context);
    const { tx, caller } = context;
    const items = await listItems(tx, caller.businessId);
    const isLost = items.some(({ status }) => status === "DISCONNECTED");
    if (isLost && !(await wasBankAdded(tx, caller.businessId))) throw new Refusal("BANK_NOT_LINKED");
    await collectPlaid.complete(context, {});
  },
};

async function wasBankAdded(tx: Tx, businessId: string): Promise<boolean> {
  const added = await tx
    .selectFrom("bank_item as i")
    .innerJoin("additional_input as a", "a.business_id", "i.business_id")
    .select("i.id")
    .where("i.business_id", "=", businessId)
    .where("i.accounts_read_at", "is not", null)
    .where("i.status", "in", ["CREATED", "CONNECTED"])
    .where("a.sub_step", "=", "RECOLLECT_PLAID")
    .where("a.done_at", "is", null)
    .where("a.released_at", "is", null)
    .whereRef("i.connected_at", ">", "a.created_at")
    .executeTakeFirst();
  return added !== undefined;
}

/** The two steps that replace a link in onboarding. The numbers of an account are typed only if no other account can be debited. */
async function requestStatements({ tx, caller, requestId }: CompletionContext): Promise<void> {
  const { platformId, businessId } = caller;
  const by = { kind: "SYSTEM", id: null } as const;
  const payload = { isInsteadOfLink: true };
  await raiseInput(tx, { platformId, businessId, subStep: "RECOLLECT_BANK_STATEMENTS", payload, by, requestId });
  if (!(await hasOtherAccount(tx, businessId)))
    await raiseInput(tx, { platformId, businessId, subStep: "RECOLLECT_BANK_INFO", by, requestId });
}

/** Whether the business has a checking account of its own that does not depend on a disconnected bank. */
async function hasOtherAccount(tx: Tx, businessId: string): Promise<boolean> {
  const account = await tx
    .selectFrom("bank_account as a")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .select("a.id")
    .where("a.business_id", "=", businessId)
    .where("a.party", "=", "BUSINESS")
    .where("a.account_subtype", "=", "checking")
    .where("a.removed_at", "is", null)
    .where("a.stopped_at", "is", null)
    .where("a.blocked_at", "is", null)
    .where(sql<boolean>`a.created_method = 'MANUAL' or i.status in ('CREATED', 'CONNECTED')`)
    .executeTakeFirst();
  return account !== undefined;
}
