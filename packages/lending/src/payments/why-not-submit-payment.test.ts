import { describe, expect, it } from "vitest";
import { bankItemLifecycle } from "../banking/bank-item.ts";
import { businessDate } from "../calendar/business-date.ts";
import { cents } from "../money/cents.ts";
import { needsApproval, type OrderToApprove, whyNotApprove } from "./approval.ts";
import { paymentOrderLifecycle } from "./payment-order.ts";
import {
  type CounterAccount,
  isAccountTheCause,
  type PaymentToSubmit,
  type SubmitPaymentRefusal,
  whyNotSubmitPayment,
} from "./why-not-submit-payment.ts";

const today = businessDate("2026-11-16");
const account: CounterAccount = {
  party: "BUSINESS",
  isOfParty: true,
  itemStatus: "CONNECTED",
  isRemoved: false,
  isVerified: true,
  isCorrectionOverdue: false,
  isAchAuthorized: true,
  isBlocked: false,
  isBusinessFrozen: false,
  isHeld: false,
  isSanctionsClear: true,
};
const debit: PaymentToSubmit = {
  status: "SCHEDULED",
  direction: "INCOMING",
  party: "BUSINESS",
  submitOn: today,
  amountCents: cents(45_840),
  owedCents: null,
  refinanceRefusal: null,
  isMicroEntry: false,
};
const credit: PaymentToSubmit = { ...debit, direction: "OUTGOING" };

const microDebit: PaymentToSubmit = { ...debit, isMicroEntry: true };
const microCredit: PaymentToSubmit = { ...credit, isMicroEntry: true };

describe("micro-entry submission", () => {
  it.each([
    [null, microDebit, { isVerified: false }],
    [null, microCredit, { isVerified: false }],
    [null, microCredit, { isVerified: false, isHeld: true }],
    ["ACCOUNT_REMOVED", microCredit, { isVerified: false, isRemoved: true }],
    ["ACCOUNT_BLOCKED", microCredit, { isVerified: false, isBlocked: true }],
    ["ACCOUNT_BLOCKED", microDebit, { isVerified: false, isBlocked: true }],
    ["BUSINESS_FROZEN", microCredit, { isVerified: false, isBusinessFrozen: true }],
    ["CORRECTION_OVERDUE", microCredit, { isVerified: false, isCorrectionOverdue: true }],
    ["SANCTIONS_NOT_CLEAR", microCredit, { isVerified: false, isSanctionsClear: false }],
    ["SANCTIONS_NOT_CLEAR", microDebit, { isVerified: false, isSanctionsClear: false }],
    ["ACH_NOT_AUTHORIZED", microDebit, { isVerified: false, isAchAuthorized: false }],
  ] as const)("answers %s for %o and an account with %o", (refusal, order, change) => {
    expect(whyNotSubmitPayment(order, { ...account, ...change }, today)).toBe(refusal);
  });
});

describe("payment submission", () => {
  it.each([
    [null, debit, {}],
    [null, credit, {}],
    ["ACCOUNT_BLOCKED", debit, { isBlocked: true }],
    ["ACCOUNT_BLOCKED", credit, { isBlocked: true }],
    ["BUSINESS_FROZEN", debit, { isBusinessFrozen: true }],
    ["BUSINESS_FROZEN", credit, { isBusinessFrozen: true }],
    ["ACH_NOT_AUTHORIZED", debit, { isAchAuthorized: false }],
    [null, credit, { isAchAuthorized: false }],
    ["SANCTIONS_NOT_CLEAR", credit, { isSanctionsClear: false }],
    ["SANCTIONS_NOT_CLEAR", debit, { isSanctionsClear: false }],
    ["ACCOUNT_REMOVED", debit, { isRemoved: true }],
    ["ACCOUNT_REMOVED", credit, { isRemoved: true }],
    ["ACCOUNT_UNVERIFIED", debit, { isVerified: false }],
    ["ACCOUNT_UNVERIFIED", credit, { isVerified: false }],
    ["CORRECTION_OVERDUE", debit, { isCorrectionOverdue: true }],
    ["CORRECTION_OVERDUE", credit, { isCorrectionOverdue: true }],
    ["ACCOUNT_ON_HOLD", credit, { isHeld: true }],
    [null, debit, { isHeld: true }],
    [null, debit, { itemStatus: null }],
    ["ACCOUNT_OF_ANOTHER_PARTY", credit, { party: "PAYEE" }],
    ["ACCOUNT_OF_ANOTHER_PARTY", { ...credit, party: "PAYEE" }, {}],
    ["ACCOUNT_OF_ANOTHER_PARTY", { ...credit, party: "PAYEE" }, { party: "PAYEE", isOfParty: false }],
    [null, { ...credit, party: "PAYEE" }, { party: "PAYEE" }],
  ] as const)("is refused with %s for %j to %j", (refusal, order, change) => {
    expect(whyNotSubmitPayment(order, { ...account, ...change }, today)).toBe(refusal);
  });

  it.each([
    [null, debit, 45_840],
    ["MORE_THAN_OWED", debit, 45_839],
    [null, credit, 45_839],
  ] as const)("is refused with %s for %j while %i cents are owed", (refusal, order, owed) => {
    expect(whyNotSubmitPayment({ ...order, owedCents: cents(owed) }, account, today)).toBe(refusal);
  });

  it("is refused while the product that it funds cannot pay off the old one as signed", () => {
    const refinanceRefusal = "REFINANCED_PAYOFF_CHANGED";
    expect(whyNotSubmitPayment({ ...credit, refinanceRefusal }, account, today)).toBe(refinanceRefusal);
  });

  it("is possible only from SCHEDULED, and not before its day", () => {
    const open = paymentOrderLifecycle.states.filter(
      (status) => !whyNotSubmitPayment({ ...debit, status }, account, today),
    );
    expect(open).toEqual(paymentOrderLifecycle.allowedFrom("SUBMIT"));
    const tomorrow = businessDate("2026-11-17");
    expect(whyNotSubmitPayment({ ...debit, submitOn: tomorrow }, account, today)).toBe("SUBMISSION_NOT_DUE");
  });

  it("is refused, in both directions, for a bank that staff has blocked and for no other bank item status", () => {
    for (const order of [debit, credit]) {
      const barred = bankItemLifecycle.states.filter(
        (itemStatus) => whyNotSubmitPayment(order, { ...account, itemStatus }, today) !== null,
      );
      expect(barred).toEqual(["KANMON_BLOCKED"]);
    }
  });
});

describe("refusal of a payment submission", () => {
  it.each<[SubmitPaymentRefusal, boolean]>([
    ["ACCOUNT_REMOVED", true],
    ["ACCOUNT_BLOCKED", true],
    ["ACCOUNT_UNVERIFIED", true],
    ["CORRECTION_OVERDUE", true],
    ["ACH_NOT_AUTHORIZED", true],
    ["MORE_THAN_OWED", false],
    ["REFINANCED_PAYOFF_CHANGED", false],
    ["BUSINESS_FROZEN", false],
    ["SANCTIONS_NOT_CLEAR", false],
    ["ACCOUNT_ON_HOLD", false],
  ])("%s can be repaired with another account: %s", (refusal, isCause) => {
    expect(isAccountTheCause(refusal)).toBe(isCause);
  });
});

describe("payment approval by a second person", () => {
  const order: OrderToApprove = {
    status: "CREATED",
    direction: "INCOMING",
    amountCents: cents(90_000_000),
    isManual: false,
    looksImproper: false,
    createdBy: "ann",
  };
  it.each([
    [false, {}],
    [false, { direction: "OUTGOING", amountCents: cents(2_500_000) }],
    [true, { direction: "OUTGOING", amountCents: cents(2_500_001) }],
    [true, { isManual: true }],
    [true, { looksImproper: true }],
  ] as const)("is needed: %s for %j", (needed, change) => expect(needsApproval({ ...order, ...change })).toBe(needed));

  it("is refused to the person who created the order", () => {
    expect(whyNotApprove(order, "ann")).toBe("SECOND_PERSON_NEEDED");
    expect(whyNotApprove(order, "bob")).toBeNull();
  });

  it("is possible only for a CREATED order", () => {
    const open = paymentOrderLifecycle.states.filter((status) => whyNotApprove({ ...order, status }, "bob") === null);
    expect(open).toEqual(paymentOrderLifecycle.allowedFrom("APPROVED"));
  });
});
