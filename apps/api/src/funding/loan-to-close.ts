import { Refusal } from "@inlay/contracts/errors.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import type { Tx } from "../db/scope.ts";
import { type LockedApplication, lockApplication } from "../underwriting/public.ts";

export type Tenant = { platformId: string; businessId: string };

/** An application whose agreement everybody has signed, with its accepted offer. */
export type LoanToClose = Tenant & {
  applicationId: string;
  offerId: string;
  terms: OfferTerms;
  amountCents: Cents;
  /** Whose law applies. */
  state: string;
  /** The book of the capital provider that funds it. */
  book: Book;
  /** The day of the facts that the offer is based on. */
  decidedOn: BusinessDate;
};

/** Reads the loan of an application. Null: the business has no such application, or no offer of it is accepted. */
export async function readLoan(
  tx: Tx,
  { platformId, businessId }: Tenant,
  applicationId: string,
): Promise<LoanToClose | null> {
  const row = await tx
    .selectFrom("offer as o")
    .innerJoin("decision as d", "d.id", "o.decision_id")
    .innerJoin("decision_snapshot as s", "s.id", "d.snapshot_id")
    .select(["o.id", "o.terms", "o.chosen_amount_cents", "o.state", "o.capital_provider_id", "s.taken_at"])
    .where("o.application_id", "=", applicationId)
    .where("o.business_id", "=", businessId)
    .where("o.status", "=", "ACCEPTED")
    .executeTakeFirst();
  if (!row) return null;
  return {
    platformId,
    businessId,
    applicationId,
    offerId: row.id,
    terms: row.terms as unknown as OfferTerms,
    amountCents: cents(Number(row.chosen_amount_cents)),
    state: row.state ?? "",
    book: row.capital_provider_id as Book,
    decidedOn: dateAt(row.taken_at),
  };
}

/** Locks an application that is being closed. Refused in any other state. */
export async function lockClosing(tx: Tx, applicationId: string): Promise<LockedApplication> {
  const application = await lockApplication(tx, applicationId);
  if (!application) throw new Refusal("NOT_FOUND", { context: { object: "application" } });
  const { status } = application;
  if (status !== "CLOSE_LOAN") throw new Refusal("WRONG_STATE", { context: { status, allowedFrom: ["CLOSE_LOAN"] } });
  return application;
}

/** The same, and reads its loan. The lock comes first, as everywhere. */
export async function lockLoan(
  tx: Tx,
  tenant: Tenant,
  applicationId: string,
): Promise<{ application: LockedApplication; loan: LoanToClose }> {
  const application = await lockClosing(tx, applicationId);
  const loan = await readLoan(tx, tenant, applicationId);
  if (!loan) throw new Error("an application that is being closed has an accepted offer");
  return { application, loan };
}
