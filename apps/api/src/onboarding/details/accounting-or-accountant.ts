import { Refusal } from "@inlay/contracts/errors.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import * as underwriting from "../../underwriting/public.ts";

type Named = {
  accountantFirstName?: string | undefined;
  accountantLastName?: string | undefined;
  accountantEmail?: string | undefined;
};

/**
 * Where the accounting data of a business comes from: a named accountant, or else its accounting program, which must be connected by now.
 */
export type AccountingOrAccountant = Awaited<ReturnType<typeof prepareAccountingOrAccountant>>;

/** Makes the outside calls before the transaction: prepares the accountant's email, or reads the connections from the vendor. */
export async function prepareAccountingOrAccountant(app: AppContext, caller: Person, named: Named) {
  const { platformId, businessId, userId, language } = caller;
  const { accountantFirstName: firstName, accountantLastName: lastName, accountantEmail: email } = named;
  if (!firstName || !lastName || !email) {
    // An unavailable vendor is refused later, in the transaction: an answer that repeats the previous one does not need the vendor.
    const connections = await underwriting.askAboutConnections(app, businessId).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "ACCOUNTING_UNAVAILABLE") return null;
      throw error;
    });
    return { kind: "ACCOUNTING", connections } as const;
  }
  const accountant = { firstName, lastName, email: email.toLowerCase() };
  const invitation = { platformId, businessId, invitedBy: userId, language, accountant };
  return { kind: "ACCOUNTANT", invitation: await underwriting.prepareInvitation(app, invitation) } as const;
}

/**
 * Invites the accountant, or saves the connections. A business that connects its accounting program needs no accountant, so an open
 * invitation is withdrawn.
 */
export async function saveAccountingOrAccountant(
  { tx, caller, requestId }: { tx: Tx; caller: Person; requestId: string },
  ready: AccountingOrAccountant,
): Promise<void> {
  const actor = { kind: "USER", id: caller.userId } as const;
  if (ready.kind === "ACCOUNTANT") return underwriting.inviteAccountant(tx, ready.invitation, actor, requestId);
  await underwriting.withdrawAccountant(tx, caller, actor, requestId);
  await underwriting.saveConnections(tx, caller, ready.connections ?? [], { actor, requestId });
  if (await underwriting.isAccountingLinked(tx, caller.businessId)) return;
  throw new Refusal(ready.connections ? "ACCOUNTING_NOT_LINKED" : "ACCOUNTING_UNAVAILABLE");
}
