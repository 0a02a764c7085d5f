import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { noCents } from "@inlay/lending/money/cents.ts";
import {
  type CounterAccount,
  type Party,
  type SubmitPaymentRefusal,
  whyNotSubmitPayment,
} from "@inlay/lending/payments/why-not-submit-payment.ts";
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

/** Why an account of a business cannot be debited now. Null if it can. It is read without a lock, because the claim of a debit checks it again. */
export async function whyNotDebit(
  tx: Tx,
  account: { businessId: string; bankAccountId: string },
  now: Date,
): Promise<SubmitPaymentRefusal | null> {
  const today = dateAt(now);
  const read = await readAccount(tx, account.bankAccountId, account.businessId, now, false);
  const debit = { status: "SCHEDULED", direction: "INCOMING", party: "BUSINESS", isMicroEntry: false } as const;
  const unknown = { amountCents: noCents, owedCents: null, refinanceRefusal: null };
  return whyNotSubmitPayment({ ...debit, ...unknown, submitOn: today }, read, today);
}

/**
 * Reads the account of an order, locked so that a change of its numbers waits for this transaction and then finds the claim. Null for an
 * order between our own books, which names no account.
 */
export async function lockAccount(
  tx: Tx,
  { bankAccountId, businessId }: Pick<Order, "bankAccountId" | "businessId">,
  now: Date,
): Promise<PaymentAccount | null> {
  return bankAccountId === null ? null : readAccount(tx, bankAccountId, businessId, now, true);
}

async function readAccount(
  tx: Tx,
  bankAccountId: string,
  businessId: string | null,
  now: Date,
  isLocked: boolean,
): Promise<PaymentAccount> {
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
    .$if(isLocked, (query) => query.forShare("account"))
    .executeTakeFirstOrThrow();
  const isScreened = row.clearOn !== null && (row.clearOn as unknown as string) <= dateAt(now);
  const [isOwn, isBusinessFrozen, isNobodyOfBusinessListed, isHolderCleared] = await Promise.all([
    row.party !== "BUSINESS" && isOwnAccount(tx, row.id),
    businessId !== null && isFrozen(tx, businessId),
    businessId === null || isNobodyListed(tx, businessId),
    row.party === "BUSINESS" || isHolderClear(tx, row.id),
  ]);
  return {
    id: row.id,
    party: row.party as Party,
    isOfParty: row.businessId === businessId && !isOwn,
    itemStatus: row.itemStatus as CounterAccount["itemStatus"],
    numbersVersion: row.numbersVersion,
    isCorrectionOverdue: row.isCorrectionOverdue === true,
    isRemoved: row.removedAt !== null,
    isVerified: row.verification === "VERIFIED",
    isAchAuthorized: row.authorizationId !== null,
    authorizationId: row.authorizationId,
    isBlocked: row.blockedAt !== null || row.stoppedAt !== null,
    isStopped: row.stoppedAt !== null,
    isBusinessFrozen,
    heldUntil: row.heldUntil,
    isHeld: row.heldUntil !== null && now < row.heldUntil,
    isSanctionsClear: isScreened && isNobodyOfBusinessListed && isHolderCleared,
    enrolledAs: row.numbersVersion === 1 ? row.id : `${row.id}-${row.numbersVersion}`,
    holderName: row.holderName ?? row.businessName ?? "Business",
    holder: row.holder === "PERSONAL" ? "PERSON" : "BUSINESS",
    kind: row.subtype === "savings" ? "SAVINGS" : "CHECKING",
    processorAccountId: row.processorAccountId,
    isChosenByOwner: row.createdMethod === "PLAID" || row.createdMethod === "MANUAL",
  };
}
