import { type MicroEntryStatus, microEntryLifecycle } from "@inlay/lending/banking/micro-entries.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

/** One verification of a typed bank account by micro-entries, in its current state. */
export type Verification = {
  id: string;
  platformId: string;
  businessId: string;
  bankAccountId: string;
  /** The event that started it. */
  eventId: string;
  status: MicroEntryStatus;
  firstCreditId: string | null;
  secondCreditId: string | null;
  debitId: string | null;
  sendBy: BusinessDate;
  confirmBy: BusinessDate | null;
  tries: number;
};

const columns = [
  "id",
  "platform_id as platformId",
  "business_id as businessId",
  "bank_account_id as bankAccountId",
  "event_id as eventId",
  "status",
  "first_credit_id as firstCreditId",
  "second_credit_id as secondCreditId",
  "debit_id as debitId",
  "send_by as sendBy",
  "confirm_by as confirmBy",
  "tries",
] as const;

const locked = (tx: Tx) => tx.selectFrom("micro_entry_verification").select(columns).forUpdate();
const found = (row: object | undefined) => (row ? (row as unknown as Verification) : null);

/** Returns the verification, locked until the transaction ends. A verification is locked before its orders and its account. */
export const lockVerification = async (tx: Tx, id: string): Promise<Verification | null> =>
  found(await locked(tx).where("id", "=", id).executeTakeFirst());

/** The verification that has not ended yet. */
export const lockStanding = async (tx: Tx, bankAccountId: string): Promise<Verification | null> =>
  found(
    await locked(tx)
      .where("bank_account_id", "=", bankAccountId)
      .where("status", "in", ["CREATED", "SENT", "PENDING_VERIFICATION"])
      .executeTakeFirst(),
  );

export const lockLatest = async (tx: Tx, businessId: string, bankAccountId: string): Promise<Verification | null> =>
  found(
    await locked(tx)
      .where("business_id", "=", businessId)
      .where("bank_account_id", "=", bankAccountId)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst(),
  );

export const lockByOrder = async (tx: Tx, orderId: string): Promise<Verification | null> =>
  found(
    await locked(tx)
      .where((where) =>
        where.or([
          where("first_credit_id", "=", orderId),
          where("second_credit_id", "=", orderId),
          where("debit_id", "=", orderId),
        ]),
      )
      .executeTakeFirst(),
  );

export type By = { actor: Actor; requestId: string | null };
type VerificationEvent = (typeof microEntryLifecycle.events)[number];

const kindOf = {
  CREATED: "micro_entry_verification.created",
  SENT: "micro_entry_verification.sent",
  PENDING_VERIFICATION: "micro_entry_verification.settled",
  VERIFIED: "micro_entry_verification.verified",
  FAILED: "micro_entry_verification.failed",
  EXPIRED: "micro_entry_verification.expired",
  CANCELLED: "micro_entry_verification.cancelled",
} as const satisfies Record<MicroEntryStatus, string>;

/** Moves a locked verification along its lifecycle, and records the event and the audit row. */
export async function moveVerification(
  tx: Tx,
  verification: Verification,
  event: VerificationEvent,
  by: By,
  change: Record<string, unknown> = {},
  chosen?: MicroEntryStatus,
): Promise<void> {
  const status = microEntryLifecycle.next(verification.status, event, chosen);
  await tx
    .updateTable("micro_entry_verification")
    .set({ ...change, status })
    .where("id", "=", verification.id)
    .execute();
  const isAttempt = event === "TRIED_WRONG" && status === "PENDING_VERIFICATION";
  await noteVerificationStep(
    tx,
    { ...verification, status },
    isAttempt ? "micro_entry_verification.attempted" : kindOf[status],
    by,
    verification.status,
  );
}

/** Records a step of a verification and returns the sequence number of its event. The amounts are in neither the event nor the audit row. */
export async function noteVerificationStep(
  tx: Tx,
  {
    id,
    platformId,
    businessId,
    bankAccountId,
    status,
  }: Pick<Verification, "id" | "platformId" | "businessId" | "bankAccountId" | "status">,
  kind: (typeof kindOf)[MicroEntryStatus] | "micro_entry_verification.attempted" | "micro_entry_verification.reminded",
  { actor, requestId }: By,
  before: MicroEntryStatus | null = status,
): Promise<number> {
  return record(tx, {
    platformId,
    businessId,
    kind,
    body: { microEntryVerificationId: id, bankAccountId, status },
    action: `micro-entry-verification.${kind.slice("micro_entry_verification.".length)}`,
    object: { kind: "micro-entry verification", id },
    ...(before && { before: { status: before } }),
    after: { status },
    actor,
    requestId,
  });
}

export type CreditOrder = {
  status: PaymentOrderStatus;
  amountCents: Cents;
  effectiveOn: BusinessDate;
};

/** The two credits of a verification that was sent, the first one first. */
export async function creditsOf(
  tx: Tx,
  { firstCreditId, secondCreditId }: Pick<Verification, "firstCreditId" | "secondCreditId">,
): Promise<[CreditOrder, CreditOrder]> {
  const rows = await tx
    .selectFrom("payment_order")
    .select(["id", "status", "amount_cents as amountCents", "effective_on as effectiveOn"])
    .where("id", "in", [firstCreditId ?? "", secondCreditId ?? ""])
    .execute();
  const credit = (id: string | null) => rows.find((row) => row.id === id) as unknown as CreditOrder | undefined;
  const [first, second] = [credit(firstCreditId), credit(secondCreditId)];
  if (!first || !second) throw new Error("a verification that was sent has two credits");
  return [first, second];
}
