import { randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { businessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { cents, subtract } from "@inlay/lending/money/cents.ts";
import { expect, it } from "vitest";
import { WebhookRefused } from "../webhook.ts";
import {
  AccountRefused,
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PaymentRefused,
  type Payments,
  type PaymentToSend,
  ProcessorUnavailable,
} from "./port.ts";

/** The processor under test and the controls of its environment. */
export type PaymentsWorld = {
  payments: Payments;
  /** The adapter with a short timeout, for requests that get no response. */
  impatient: Payments;
  /** The adapter with an address where no server listens. */
  unreachable: Payments;
  setClock(businessId: string, now: string): Promise<void>;
  /** Adds an incoming line without a payment to the book's account, at the time of the business. */
  addLine(businessId: string, amountCents: number): Promise<void>;
  /** Sets the processor's failure modes; none when empty. */
  setFaults(kinds: string[]): Promise<void>;
  /** The number of orders that the processor accepted under our id, by its own records. */
  taken(orderId: string): Promise<number>;
  /** The webhooks about a business, as received. */
  webhooks(businessId: string): Promise<{ body: string; headers: Record<string, string | string[] | undefined> }[]>;
};

const book = "CONCAR_SPV_1";
/** The Tuesday before Thanksgiving, ten in the morning in New York. */
const tuesday = "2026-11-24T15:00:00Z";

/** The contract of every payment processor, tested with the sandbox's scenarios. */
export function behavesLikePayments(world: () => PaymentsWorld): void {
  const account = (businessId: string, ending: string) => ({
    accountId: randomUUID(),
    partyId: businessId,
    holderName: "Harbor Bakery",
    holder: "BUSINESS" as const,
    kind: "CHECKING" as const,
    accountNumber: new Secret(`12345${ending}`),
    routingNumber: new Secret("021000021"),
  });
  type BusinessPayment = PaymentToSend & { businessId: string };
  const aPayment = async (ending = "6789", change: Partial<BusinessPayment> = {}): Promise<BusinessPayment> => {
    const businessId = randomUUID();
    await world().setClock(businessId, tuesday);
    return {
      orderId: randomUUID(),
      businessId,
      issuedProductId: randomUUID(),
      book,
      direction: "INCOMING",
      amountCents: cents(45_800),
      to: { enrolledAccount: await world().payments.enroll(account(businessId, ending)), holder: "BUSINESS" },
      description: "LOAN PYMT",
      effectiveOn: businessDate("2026-11-25"),
      isSameDay: false,
      ...change,
    };
  };
  const stateOf = async ({ orderId, businessId }: PaymentToSend) => {
    const found = await world().payments.find(orderId, businessId);
    expect(found).toHaveLength(1);
    return found[0];
  };

  it("enrolls an account once, however many calls run at once", async () => {
    const businessId = randomUUID();
    const [one, other] = [account(businessId, "6789"), account(businessId, "1111")];
    const third = account(randomUUID(), "2222");
    const name = await world().payments.enroll(one);
    expect(await world().payments.enroll(one)).toBe(name);
    expect(await world().payments.enroll(other)).not.toBe(name);
    const many = await Promise.all(Array.from({ length: 5 }, () => world().payments.enroll(third)));
    expect(new Set(many).size).toBe(1);
    const wrong = { ...account(businessId, "6789"), routingNumber: new Secret("12") };
    await expect(world().payments.enroll(wrong)).rejects.toThrow(AccountRefused);
  });

  it("sends a debit once, and finds it by our id", async () => {
    const payment = await aPayment();
    const sent = await world().payments.send(payment);
    expect(sent).toEqual({
      processorId: expect.any(String),
      orderId: payment.orderId,
      businessId: payment.businessId,
      direction: "INCOMING",
      amountCents: 45_800,
      effectiveOn: "2026-11-25",
      achState: "created",
      isHeld: false,
      failure: null,
    });
    expect(await world().payments.send(payment)).toEqual(sent);
    expect(await stateOf(payment)).toEqual(sent);
    expect(await world().payments.read(sent.processorId)).toEqual(sent);
    expect(await world().taken(payment.orderId)).toBe(1);
  });

  it("finds nothing for an order that was never sent", async () => {
    expect(await world().payments.find(randomUUID(), randomUUID())).toEqual([]);
  });

  it("shows the bank line on the settlement day, and matches it", async () => {
    const { payments, setClock } = world();
    const balance = await payments.bankBalance(book);
    const payment = await aPayment("6789", {
      direction: "OUTGOING",
      description: "FUNDING",
      amountCents: cents(970_000),
    });
    const { processorId } = await payments.send(payment);
    await setClock(payment.businessId, "2026-11-25T14:00:00Z");
    expect(await stateOf(payment)).toMatchObject({ achState: "completed" });
    const lines = await payments.bankLinesSince(book, businessDate("2026-11-25"));
    const line = lines.find(({ text }) => text.includes(payment.businessId));
    expect(line).toMatchObject({ book, direction: "OUTGOING", amountCents: 970_000, postedOn: "2026-11-25" });
    expect(await payments.match(line?.lineId ?? "")).toEqual({ processorId, isReturn: false });
    expect(await payments.bankBalance(book)).toBe(subtract(balance, cents(970_000)));
  });

  it("reports the closing balance of each day that is over; a line counts from its own day on", async () => {
    const { payments, setClock, addLine } = world();
    const daysAgo = (days: number) => dateAt(new Date(Date.now() - days * 86_400_000));
    const before = await payments.closingBalances(book, daysAgo(4));
    const businessId = randomUUID();
    await setClock(businessId, `${daysAgo(3)}T15:00:00Z`);
    await addLine(businessId, 777);
    const after = await payments.closingBalances(book, daysAgo(4));
    expect(after.map(({ asOf }) => asOf)).toEqual([1, 2, 3, 4].map(daysAgo));
    expect(after.map(({ balanceCents }, n) => balanceCents - (before[n]?.balanceCents ?? 0))).toEqual([
      777, 777, 777, 0,
    ]);
  });

  it("reports a return with its code, and shows the line of the returned money", async () => {
    const { payments, setClock } = world();
    const payment = await aPayment("0002");
    const { processorId } = await payments.send(payment);
    await setClock(payment.businessId, "2026-11-27T14:00:00Z");
    const failure = { reason: "insufficient_funds", achCode: "R01" };
    expect(await stateOf(payment)).toMatchObject({ achState: "failed", failure });
    const lines = await payments.bankLinesSince(book, businessDate("2026-11-25"));
    const [there, back] = lines.filter(({ text }) => text.includes(payment.businessId));
    expect([there?.direction, back?.direction]).toEqual(["INCOMING", "OUTGOING"]);
    expect(await payments.match(back?.lineId ?? "")).toEqual({ processorId, isReturn: true });
  });

  it("simulates the debits of a product until a day, whatever their account and amount say", async () => {
    const { payments, setClock } = world();
    const until = businessDate("2026-11-25");
    const returned = await aPayment();
    const paid = await aPayment("0002", { amountCents: cents(100_313) });
    const later = await aPayment("0002", { effectiveOn: businessDate("2026-11-27") });
    const payout = await aPayment("6789", { direction: "OUTGOING", description: "FUNDING" });
    const simulated = [
      [returned, "RETURNED"],
      [paid, "PAID"],
      [later, "PAID"],
      [payout, "RETURNED"],
    ] as const;
    for (const [payment, outcome] of simulated) {
      await payments.simulateDebits(payment.issuedProductId ?? "", { outcome, until });
      await payments.send(payment);
      await setClock(payment.businessId, "2026-12-01T14:00:00Z");
    }
    const failure = { reason: "insufficient_funds", achCode: "R01" };
    expect(await stateOf(returned)).toMatchObject({ achState: "failed", failure });
    expect(await stateOf(paid)).toMatchObject({ achState: "completed", failure: null });
    expect(await stateOf(later)).toMatchObject({ achState: "failed", failure });
    expect(await stateOf(payout)).toMatchObject({ achState: "completed", failure: null });
  });

  it("reports a return after completion, and an OFAC return", async () => {
    const late = await aPayment("0010");
    const frozen = await aPayment("0116");
    for (const payment of [late, frozen]) {
      await world().payments.send(payment);
      await world().setClock(payment.businessId, "2026-12-02T14:00:00Z");
    }
    expect(await stateOf(late)).toMatchObject({ achState: "completed", failure: null });
    await world().setClock(late.businessId, "2026-12-03T14:00:00Z");
    expect(await stateOf(late)).toMatchObject({
      achState: "failed",
      failure: { reason: "unauthorized_transfer", achCode: "R10" },
    });
    expect(await stateOf(frozen)).toMatchObject({ failure: { reason: "regulatory_error", achCode: "R16" } });
  });

  it("reports why a payment failed before it was sent, and that one is held", async () => {
    const short = await aPayment("6789", { amountCents: cents(100_313) });
    const held = await aPayment("6789", { amountCents: cents(10_014) });
    for (const payment of [short, held]) {
      await world().payments.send(payment);
      await world().setClock(payment.businessId, "2026-11-25T02:00:00Z");
    }
    const failure = { reason: "enterprise_insufficient_funds", achCode: null };
    expect(await stateOf(short)).toMatchObject({ achState: "failed", failure });
    expect(await stateOf(held)).toMatchObject({ achState: "created", isHeld: true });
  });

  it("matches an unrelated bank line with nothing", async () => {
    const { payments, setClock } = world();
    const payment = await aPayment("6789", { amountCents: cents(77_720) });
    await payments.send(payment);
    await setClock(payment.businessId, "2026-11-25T14:00:00Z");
    const lines = await payments.bankLinesSince(book, businessDate("2026-11-25"));
    const anonymous = lines.find((line) => line.amountCents === 77_720 && !line.text.includes(payment.businessId));
    expect(anonymous).toMatchObject({ direction: "INCOMING" });
    expect(await payments.match(anonymous?.lineId ?? "")).toBeNull();
  });

  it("throws PaymentRefused when the processor rejects the payment, and leaves no order behind", async () => {
    const payment = await aPayment("6789", { amountCents: cents(10_017) });
    await expect(world().payments.send(payment)).rejects.toThrow(PaymentRefused);
    expect(await world().taken(payment.orderId)).toBe(0);
  });

  it("throws PaymentNotSent when the processor is unreachable or rate-limits the request", async () => {
    const payment = await aPayment();
    await expect(world().unreachable.send(payment)).rejects.toThrow(PaymentNotSent);
    await world().setFaults(["429"]);
    await expect(world().payments.send(payment)).rejects.toThrow(PaymentNotSent);
    await world().setFaults([]);
    expect(await world().taken(payment.orderId)).toBe(0);
  });

  it.each([
    ["500", 0],
    ["outage", 0],
    ["hang", 0],
    ["reset", 0],
    ["accepted-then-timeout", 1],
    ["accepted-then-reset", 1],
  ] as const)(
    "throws PaymentOutcomeUnknown after a %s, and find returns the number of accepted payments: %i",
    async (kind, count) => {
      const { payments, impatient, setFaults, taken } = world();
      const payment = await aPayment();
      await setFaults([kind]);
      await expect(impatient.send(payment)).rejects.toThrow(PaymentOutcomeUnknown);
      await setFaults([]);
      expect(await payments.find(payment.orderId, payment.businessId)).toHaveLength(count);
      expect(await taken(payment.orderId)).toBe(count);
    },
  );

  it("answers a repeat with other parameters with the accepted payment, and never with a refusal", async () => {
    const { payments, setFaults, taken } = world();
    const payment = await aPayment();
    await setFaults(["accepted-then-reset"]);
    await expect(payments.send(payment)).rejects.toThrow(PaymentOutcomeUnknown);
    await setFaults([]);
    const later = { ...payment, effectiveOn: businessDate("2026-11-27") };
    expect(await payments.send(later)).toMatchObject({ orderId: payment.orderId, effectiveOn: "2026-11-25" });
    expect(await taken(payment.orderId)).toBe(1);
  });

  it("throws ProcessorUnavailable when a read fails", async () => {
    const { unreachable } = world();
    await expect(unreachable.find(randomUUID(), randomUUID())).rejects.toThrow(ProcessorUnavailable);
    await expect(unreachable.enroll(account(randomUUID(), "6789"))).rejects.toThrow(ProcessorUnavailable);
    await expect(unreachable.bankBalance(book)).rejects.toThrow(ProcessorUnavailable);
  });

  it("reads webhooks about changes, lines, returns and corrections, each with its own id", async () => {
    const { payments, setClock, webhooks } = world();
    const returned = await aPayment("0002");
    const corrected = await aPayment("0101");
    for (const payment of [returned, corrected]) {
      await payments.send(payment);
      await setClock(payment.businessId, "2026-11-27T14:00:00Z");
    }
    const read = async ({ businessId }: BusinessPayment) =>
      (await webhooks(businessId)).map((webhookRequest) => payments.readWebhook(webhookRequest));
    const [one, other] = [await read(returned), await read(corrected)];
    expect(new Set([...one, ...other].map(({ id }) => id)).size).toBe(one.length + other.length);
    expect(one.map(({ what }) => what.kind).toSorted()).toEqual([
      ...["BANK_LINE", "BANK_LINE", "PAYMENT_CHANGED", "PAYMENT_CHANGED", "PAYMENT_CHANGED", "PAYMENT_CHANGED"],
      "PAYMENT_RETURNED",
    ]);
    const { processorId } = (await stateOf(returned)) ?? {};
    expect(one.find(({ what }) => what.kind === "PAYMENT_RETURNED")?.what).toEqual({
      kind: "PAYMENT_RETURNED",
      processorId,
      returnedOn: "2026-11-27",
      failure: { reason: "insufficient_funds", achCode: "R01" },
    });
    const correction = other.map(({ what }) => what).find((what) => what.kind === "ACCOUNT_CORRECTED")?.correction;
    expect([correction?.achCode, correction?.accountNumber?.reveal()]).toEqual(["C01", "123457101"]);
    expect(correction?.routingNumber).toBeNull();
  });

  it("refuses a webhook that was altered by one character or is unsigned", async () => {
    const { payments, webhooks } = world();
    const payment = await aPayment();
    await payments.send(payment);
    const [message] = await webhooks(payment.businessId);
    const { body = "", headers = {} } = message ?? {};
    expect(payments.readWebhook({ body, headers }).what).toMatchObject({ kind: "PAYMENT_CHANGED" });
    expect(() => payments.readWebhook({ body: body.replace("45800", "45801"), headers })).toThrow(WebhookRefused);
    expect(() => payments.readWebhook({ body, headers: {} })).toThrow(WebhookRefused);
    expect(() => payments.readWebhook({ body, headers: { ...headers, "x-signature": "0".repeat(64) } })).toThrow(
      WebhookRefused,
    );
  });
}
