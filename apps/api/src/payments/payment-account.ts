import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { CounterAccount, Party } from "@inlay/lending/payments/why-not-submit-payment.ts";
import { isFrozen, isOwnAccount } from "../banking/public.ts";
import type { Tx } from "../db/scope.ts";
import { isHolderClear, isNobodyListed } from "../underwriting/public.ts";
import type { Order } from "./order.ts";

/** What a payment needs to know of the counterparty's account: whether it may be used, and how the processor enrolls it. */
export type PaymentAccount = CounterAccount & {
  id: string;
  authorizationId: string | null;
  /** An owner stopped a change of it, and staff have not confirmed it. It counts as blocked. */
  isStopped: boolean;
  heldUntil: Date | null;
  numbersVersion: number;
  /** The processor treats changed numbers as another account. */
  enrolledAs: string;
  holderName: string;
  holder: "BUSINESS" | "PERSON";
  kind: "CHECKING" | "SAVINGS";
  processorAccountId: string | null;
  /** Its owner linked it or typed it in, and can choose another one. */
  isChosenByOwner: boolean;
};

/**
 * Reads the account of an order, locked so that a change of its numbers waits for this transaction and then finds the claim. Null for an
 * order between our own books, which names no account.
 */
export async function lockAccount(
  tx: Tx,
  { bankAccountId, businessId }: Pick<Order, "bankAccountId" | "businessId">,
  now: Date,
): Promise<PaymentAccount | null> {
  if (bankAccountId === null) return null;
  const row = await tx
    .selectFrom("bank_account as account")
    .leftJoin("bank_item as item", "item.id", "account.bank_item_id")
    .leftJoin("business", "business.id", "account.business_id")
    .leftJoin("ach_authorization as authorization", (join) =>
      join.onRef("authorization.bank_account_id", "=", "account.id").on("authorization.revoked_at", "is", null),
    )
    .select([
      "account.id",
      "account.party",
      "account.business_id as businessId",
      "account.holder_name as holderName",
      "account.holder",
      "account.account_subtype as subtype",
      "account.processor_account_id as processorAccountId",
      "account.created_method as createdMethod",
      "business.name as businessName",
      "item.status as itemStatus",
      "authorization.id as authorizationId",
      "account.removed_at as removedAt",
      "account.verification",
      "account.blocked_at as blockedAt",
      "account.stopped_at as stoppedAt",
      "account.sanctions_clear_on as clearOn",
      "account.held_until_at as heldUntil",
      "account.numbers_version as numbersVersion",
    ])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom("account_correction as correction")
            .select("correction.id")
            .whereRef("correction.bank_account_id", "=", "account.id")
            .where("correction.closed_at", "is", null)
            .where("correction.apply_by", "<", dateAt(now)),
        )
        .as("isCorrectionOverdue"),
    )
    .where("account.id", "=", bankAccountId)
    .forShare("account")
    .executeTakeFirstOrThrow();
  const isScreened = row.clearOn !== null && (row.clearOn as unknown as string) <= dateAt(now);
  return {
    id: row.id,
    party: row.party as Party,
    isOfParty: row.businessId === businessId && (row.party === "BUSINESS" || !(await isOwnAccount(tx, row.id))),
    itemStatus: row.itemStatus as CounterAccount["itemStatus"],
    numbersVersion: row.numbersVersion,
    isCorrectionOverdue: row.isCorrectionOverdue === true,
    isRemoved: row.removedAt !== null,
    isVerified: row.verification === "VERIFIED",
    isAchAuthorized: row.authorizationId !== null,
    authorizationId: row.authorizationId,
    isBlocked: row.blockedAt !== null || row.stoppedAt !== null,
    isStopped: row.stoppedAt !== null,
    isBusinessFrozen: businessId !== null && (await isFrozen(tx, businessId)),
    heldUntil: row.heldUntil,
    isHeld: row.heldUntil !== null && now < row.heldUntil,
    isSanctionsClear:
      isScreened &&
      (businessId === null || (await isNobodyListed(tx, businessId))) &&
      (row.party === "BUSINESS" || (await isHolderClear(tx, row.id))),
    enrolledAs: row.numbersVersion === 1 ? row.id : `${row.id}-${row.numbersVersion}`,
    holderName: row.holderName ?? row.businessName ?? "Business",
    holder: row.holder === "PERSONAL" ? "PERSON" : "BUSINESS",
    kind: row.subtype === "savings" ? "SAVINGS" : "CHECKING",
    processorAccountId: row.processorAccountId,
    isChosenByOwner: row.createdMethod === "PLAID" || row.createdMethod === "MANUAL",
  };
}
