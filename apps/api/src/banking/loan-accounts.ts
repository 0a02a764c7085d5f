import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/** An account of a business as the closing of a loan needs it. */
export type LoanAccount = {
  id: string;
  /** The bank's name, or that of the account where no bank is known. */
  name: string;
  last4: string;
  /** Verified as the business's own, present, and neither blocked nor stopped. */
  isUsable: boolean;
  /** Its owner has authorized debits. */
  isAuthorized: boolean;
  /** Its owner linked it or typed it in, and can choose another one. */
  isChosenByOwner: boolean;
  /** Null: the account is not linked, so its balance cannot be read. */
  vendorAccountId: string | null;
};

/** The accounts that a loan is paid to and repaid from. Null: none is chosen. */
export async function loanAccountsOf(
  tx: Tx,
  businessId: string,
): Promise<{ paidTo: LoanAccount | null; debited: LoanAccount | null }> {
  const rows = await tx
    .selectFrom("bank_account as account")
    .leftJoin("ach_authorization as authorization", (join) =>
      join.onRef("authorization.bank_account_id", "=", "account.id").on("authorization.revoked_at", "is", null),
    )
    .select([
      "account.id",
      "account.roles",
      "account.account_number_last4",
      "account.vendor_account_id",
      "account.created_method",
      "account.institution_name",
      "account.account_name",
    ])
    .select(["account.verification", "account.blocked_at", "account.stopped_at", "authorization.id as authorizationId"])
    .where("account.business_id", "=", businessId)
    .where("account.party", "=", "BUSINESS")
    .where("account.removed_at", "is", null)
    .orderBy("account.id")
    .execute();
  const holder = (role: "DISBURSEMENT" | "SERVICING"): LoanAccount | null => {
    const row = rows.find(({ roles }) => roles.includes(role));
    return row
      ? {
          id: row.id,
          name: row.institution_name ?? row.account_name,
          last4: row.account_number_last4,
          isUsable: row.verification === "VERIFIED" && row.blocked_at === null && row.stopped_at === null,
          isAuthorized: row.authorizationId !== null,
          isChosenByOwner: row.created_method === "PLAID" || row.created_method === "MANUAL",
          vendorAccountId: row.vendor_account_id,
        }
      : null;
  };
  return { paidTo: holder("DISBURSEMENT"), debited: holder("SERVICING") };
}

/** The present accounts of a business that are not the one that is debited. */
export const otherAccountsOf = (
  tx: Tx,
  businessId: string,
): Promise<{ id: string; last4: string; institutionName: string | null }[]> =>
  tx
    .selectFrom("bank_account")
    .select(["id", "account_number_last4 as last4", "institution_name as institutionName"])
    .where("business_id", "=", businessId)
    .where("party", "=", "BUSINESS")
    .where("removed_at", "is", null)
    .where((where) => where.not(where("roles", "@>", sql<string[]>`'{SERVICING}'`)))
    .orderBy("id")
    .execute();

/** Whether an account belongs to a creditor of the business and is verified, present and not blocked. */
export async function isCreditorAccountUsable(tx: Tx, businessId: string, id: string): Promise<boolean> {
  const row = await creditorAccount(tx, businessId, id);
  return row?.verification === "VERIFIED" && row.blocked_at === null && row.stopped_at === null;
}

/** Whether the business has a present account of a creditor with this id. */
export const hasCreditorAccount = async (tx: Tx, businessId: string, id: string): Promise<boolean> =>
  (await creditorAccount(tx, businessId, id)) !== undefined;

const creditorAccount = (tx: Tx, businessId: string, id: string) =>
  tx
    .selectFrom("bank_account")
    .select(["verification", "blocked_at", "stopped_at"])
    .where("id", "=", id)
    .where("business_id", "=", businessId)
    .where("party", "=", "CREDITOR")
    .where("removed_at", "is", null)
    .executeTakeFirst();
