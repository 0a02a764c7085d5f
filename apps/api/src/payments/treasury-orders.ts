import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { AccountCode, Book } from "@inlay/lending/ledger/accounts.ts";
import { capitalCalled, paidToBook, platformSettled, revenueSharePaid } from "@inlay/lending/ledger/entries.ts";
import type { Entry } from "@inlay/lending/ledger/entry.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import { v7 as uuidv7 } from "uuid";
import { type ActionRequest, requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { staffScope, type Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { balances } from "../ledger/public.ts";
import { createOrder, type NewOrder, ofNoProduct } from "./create-order.ts";
import { findPlatformAccount } from "./platform-account.ts";

// Payments that belong to no business: between our own books, of our capital, and between a platform and us. Two people decide each.

type Transfer = { fromBook: Book; toBook: Book; amountCents: number };
type CapitalCall = { book: Book; amountCents: number };
type Settlement = { book: Book; amountCents: number };
type RevenueShare = { amountCents: number };

const twoPeople = () => ({ people: 2 as const, checker: null });

/** Pays what one of our books owes another. The processor moves it between our accounts at the same bank. */
const transferBetweenBooks: StaffAction<Transfer> = {
  kind: "treasury.transfer",
  action: "staff.treasury.transfer",
  needs: twoPeople,
  perform: async (tx, request) => {
    const { fromBook, toBook } = request.payload;
    const amountCents = cents(request.payload.amountCents);
    await order(tx, request, {
      direction: "OUTGOING",
      amountCents,
      book: fromBook,
      toBook,
      entries: [paidToBook(fromBook, toBook, amountCents)],
    });
  },
};

/** Announces a payment of capital, which the provider sends by wire. Staff identify its line, and without one it ends after five banking days. */
const callCapital: StaffAction<CapitalCall> = {
  kind: "treasury.call-capital",
  action: "staff.treasury.call-capital",
  needs: twoPeople,
  perform: async (tx, request) => {
    const { book } = request.payload;
    const amountCents = cents(request.payload.amountCents);
    await order(tx, request, {
      rail: "OUTSIDE",
      direction: "INCOMING",
      amountCents,
      book,
      entries: [capitalCalled(book, amountCents)],
    });
  },
};

/** Debits what a platform has withheld of its merchants' sales and owes a book. */
const collectSettlement: StaffAction<Settlement> = {
  kind: "treasury.collect-settlement",
  action: "staff.treasury.collect-settlement",
  needs: twoPeople,
  perform: async (tx, request) => {
    const { book } = request.payload;
    const amountCents = cents(request.payload.amountCents);
    await refuseMoreThan(tx, request.platformId, "PLATFORM_SETTLEMENT_RECEIVABLE", book, amountCents);
    await order(tx, request, {
      bankAccountId: await platformAccount(tx, request.platformId, "INCOMING"),
      direction: "INCOMING",
      paymentType: "REPAYMENT",
      amountCents,
      book,
      entries: [platformSettled(book, amountCents)],
    });
  },
};

/** Pays a platform the share of our revenue that it has earned. */
const payRevenueShare: StaffAction<RevenueShare> = {
  kind: "treasury.pay-revenue-share",
  action: "staff.treasury.pay-revenue-share",
  needs: twoPeople,
  perform: async (tx, request) => {
    const amountCents = cents(request.payload.amountCents);
    await refuseMoreThan(tx, request.platformId, "PLATFORM_REVENUE_SHARE_PAYABLE", "OPCO", amountCents);
    await order(tx, request, {
      bankAccountId: await platformAccount(tx, request.platformId, "OUTGOING"),
      direction: "OUTGOING",
      amountCents,
      book: "OPCO",
      entries: [revenueSharePaid(amountCents)],
    });
  },
};

export const treasuryActions = [
  transferBetweenBooks,
  callCapital,
  collectSettlement,
  payRevenueShare,
] as unknown as StaffAction[];

export function treasuryRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.transferBetweenBooks, async ({ tx, caller, body, requestId }) => {
    const { reason, fromBook, toBook, amountCents } = body;
    const payload = { fromBook, toBook, amountCents };
    return requestAction(tx, app, transferBetweenBooks, { caller, subjectId: uuidv7(), payload, reason, requestId });
  });
  authenticatedRoute(staffCalls.callCapital, async ({ tx, caller, body: { reason, book, amountCents }, requestId }) => {
    const payload = { book, amountCents };
    return requestAction(tx, app, callCapital, { caller, subjectId: uuidv7(), payload, reason, requestId });
  });
  authenticatedRoute(
    staffCalls.collectSettlement,
    async ({ tx, caller, body: { reason, book, amountCents }, requestId }) => {
      // Refused at once where the approval would be refused.
      await platformAccount(tx, caller.platformId, "INCOMING");
      await refuseMoreThan(tx, caller.platformId, "PLATFORM_SETTLEMENT_RECEIVABLE", book, cents(amountCents));
      const payload = { book, amountCents };
      return requestAction(tx, app, collectSettlement, { caller, subjectId: uuidv7(), payload, reason, requestId });
    },
  );
  authenticatedRoute(staffCalls.payRevenueShare, async ({ tx, caller, body: { reason, amountCents }, requestId }) => {
    await platformAccount(tx, caller.platformId, "OUTGOING");
    await refuseMoreThan(tx, caller.platformId, "PLATFORM_REVENUE_SHARE_PAYABLE", "OPCO", cents(amountCents));
    const payload = { amountCents };
    return requestAction(tx, app, payRevenueShare, { caller, subjectId: uuidv7(), payload, reason, requestId });
  });
}

type Request = Pick<ActionRequest<object>, "platformId" | "subjectId" | "memberId" | "requestId">;
type OwnOrder = Pick<NewOrder, "direction" | "book"> & { amountCents: Cents; entries: [Entry] } & Partial<
    Pick<NewOrder, "rail" | "toBook" | "bankAccountId" | "paymentType">
  >;

/** One order per request: its subject is new for each. */
async function order(tx: Tx, { platformId, subjectId, memberId, requestId }: Request, wanted: OwnOrder): Promise<void> {
  await createOrder(
    tx,
    {
      ...ofNoProduct,
      ...wanted,
      platformId,
      key: `treasury/${subjectId}`,
      item: `treasury/${subjectId}`,
      dueOn: dateAt(new Date()),
      approvedBy: memberId,
    },
    { actor: { kind: "STAFF", id: memberId }, requestId },
  );
}

async function platformAccount(tx: Tx, platformId: string, direction: PaymentDirection): Promise<string> {
  const account = await findPlatformAccount(tx, platformId, direction);
  if (!account || platformId === staffScope.platformId) throw new Refusal("PLATFORM_ACCOUNT_MISSING");
  return account;
}

/** Neither side pays more than the ledger says is owed, less what is under way already. */
async function refuseMoreThan(
  tx: Tx,
  platformId: string,
  account: AccountCode,
  book: Book,
  amountCents: Cents,
): Promise<void> {
  // The lock makes two requests count each other.
  await tx.selectFrom("platform").select("id").where("id", "=", platformId).forUpdate().execute();
  const owed = (await balances(tx, platformId)).find((one) => one.account === account && one.book === book);
  const underWay = await tx
    .selectFrom("payment_order")
    .select((select) => select.fn.coalesce(select.fn.sum<number>("amount_cents"), select.lit(0)).as("cents"))
    .where("platform_id", "=", platformId)
    .where("business_id", "is", null)
    .where("book", "=", book)
    // What is owed changes when a payout is submitted and when a debit settles.
    .where((where) =>
      where.or([
        where("status", "in", ["CREATED", "SCHEDULED", "PAYMENT_PROCESSOR_OUTAGE"]),
        where.and([where("direction", "=", "INCOMING"), where("status", "in", ["SUBMITTED", "UNEXPECTED_ERROR"])]),
      ]),
    )
    .where("direction", "=", account === "PLATFORM_SETTLEMENT_RECEIVABLE" ? "INCOMING" : "OUTGOING")
    .executeTakeFirstOrThrow();
  // The receivables of a day that has not ended are ordered together when it does.
  const accrued = await tx
    .selectFrom("receivable as r")
    .innerJoin("receivable_settlement as s", "s.id", "r.settlement_id")
    .select((select) => select.fn.coalesce(select.fn.sum<number>("r.amount_cents"), select.lit(0)).as("cents"))
    .where("s.platform_id", "=", platformId)
    .where("s.book", "=", book)
    .where("s.status", "=", "OPEN")
    .executeTakeFirstOrThrow();
  const later = account === "PLATFORM_SETTLEMENT_RECEIVABLE" ? Number(accrued.cents) : 0;
  if (amountCents > (owed?.balanceCents ?? 0) - Number(underWay.cents) - later) throw new Refusal("MORE_THAN_OWED");
}
