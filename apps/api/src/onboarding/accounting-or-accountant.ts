import { Refusal } from "@inlay/contracts/errors.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import * as underwriting from "../underwriting/public.ts";

type Named = {
  accountantFirstName?: string | undefined;
  accountantLastName?: string | undefined;
  accountantEmail?: string | undefined;
};

/** Who gets us the figures of a business: an accountant who is named, else the books, which must be connected by now. */
export type AccountingOrAccountant = Awaited<ReturnType<typeof prepareAccountingOrAccountant>>;

/** Gets ready what either needs from outside: a letter, or the vendor's word that the books are connected. */
export async function prepareAccountingOrAccountant(app: AppContext, caller: Person, named: Named) {
  const { platformId, businessId, userId, language } = caller;
  const { accountantFirstName: firstName, accountantLastName: lastName, accountantEmail: email } = named;
  if (!firstName || !lastName || !email) {
    // Whether the vendor's silence matters is known later: the same answer as before needs nobody's word.
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

/** Sends the letter, or keeps the books that were connected. Whoever brings books needs no accountant any more. */
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
