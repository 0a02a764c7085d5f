import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { add, cents, subtract } from "@inlay/lending/money/cents.ts";
import { expect, it } from "vitest";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { type Accounting, AccountingNotConnected, AccountingUnavailable } from "./port.ts";

/** What the suite needs of the world around the vendor. */
export type AccountingWorld = {
  accounting: Accounting;
  /** The same, where nobody listens. */
  unreachable: Accounting;
  /** The same, with a key that is not ours. */
  anonymous: Accounting;
  /** A person goes through the page to its end; rejects when the page does not let them. */
  connect(url: string, user?: string, company?: string): Promise<void>;
  setClock(businessId: string, now: string): Promise<void>;
  /** Every way in which the vendor can fail from now on; none when empty. */
  setFaults(kinds: string[]): Promise<void>;
  /** The vendor forgets everybody's keys. */
  forgetKeys(): Promise<void>;
  /** What was told of a business, as it came. */
  webhooks(businessId: string): Promise<WebhookRequest[]>;
};

const tuesday = "2026-11-24T15:00:00Z";
const [from, to] = [businessDate("2025-11-01"), businessDate("2026-10-31")];

/** What everybody who reads books promises, told in the stories of the sandbox. */
export function behavesLikeAccounting(world: () => AccountingWorld): void {
  const open = (businessId: string) =>
    world().accounting.openAuthorization({
      businessId,
      language: "en",
      parentOrigin: "http://localhost:4001",
      returnUrl: null,
    });
  const aBusiness = async (user?: string, company?: string) => {
    const businessId = randomUUID();
    await world().setClock(businessId, tuesday);
    await world().connect(await open(businessId), user, company);
    return businessId;
  };
  const stateOf = async (businessId: string) =>
    (await world().accounting.connections(businessId)).map((one) => one.state);

  it("opens a page for a business, and says so again when asked again", async () => {
    const businessId = randomUUID();
    const url = await open(businessId);
    expect(url).toContain(businessId);
    expect(await open(businessId)).toBe(url);
    expect(await stateOf(businessId)).toEqual([]);
    await expect(world().connect(url, "wrong")).rejects.toThrow();
    expect(await stateOf(businessId)).toEqual([]);
  });

  it("can be played: the books of a made-up company are connected without anybody at the page", async () => {
    const businessId = randomUUID();
    await world().accounting.playAuthorization(businessId);
    expect(await stateOf(businessId)).toEqual(["ACTIVE"]);
    await expect(world().unreachable.playAuthorization(businessId)).rejects.toThrow(AccountingUnavailable);
  });

  it("says that nobody has connected the books of a business that is new, or unknown", async () => {
    const businessId = randomUUID();
    await expect(world().accounting.accountingData(businessId, from, to)).rejects.toThrow(AccountingNotConnected);
    await open(businessId);
    await expect(world().accounting.accountingData(businessId, from, to)).rejects.toThrow(AccountingNotConnected);
  });

  it("reads a year, month by month, and every month adds up", async () => {
    const businessId = await aBusiness();
    expect(await world().accounting.connections(businessId)).toEqual([
      { connectionId: expect.any(String), service: "quickbooks", state: "ACTIVE" },
    ]);
    const months = await world().accounting.accountingData(businessId, from, to);
    expect(months).toHaveLength(12);
    expect([months[0]?.month, months[11]?.month]).toEqual(["2025-11-01", "2026-10-01"]);
    let before: (typeof months)[number] | null = null;
    for (const month of months) {
      const { income, balance, cashFlow } = month;
      expect(income.revenueCents).toBeGreaterThan(0);
      expect(balance.assetsCents).toBe(add(balance.liabilitiesCents, balance.equityCents));
      expect(cashFlow.operatingCents).toBe(income.netIncomeCents);
      if (before) {
        const moved = add(cashFlow.operatingCents, cashFlow.investingCents, cashFlow.financingCents);
        expect(subtract(balance.cashCents, before.balance.cashCents)).toBe(moved);
      }
      before = month;
    }
  });

  it("tells the same of the same business again, and grows by a month when a month has passed", async () => {
    const { accounting, setClock } = world();
    const businessId = await aBusiness();
    const months = await accounting.accountingData(businessId, from, businessDate("2026-12-31"));
    expect(await accounting.accountingData(businessId, from, businessDate("2026-12-31"))).toEqual(months);
    expect(months).toHaveLength(12);
    await setClock(businessId, "2026-12-02T15:00:00Z");
    const later = await accounting.accountingData(businessId, from, businessDate("2026-12-31"));
    expect(later.slice(0, 12)).toEqual(months);
    expect(later).toHaveLength(13);
  });

  it("tells a company that grows from one that shrinks", async () => {
    const growth = async (company: string) => {
      const months = await world().accounting.accountingData(await aBusiness("anybody", company), from, to);
      const sold = (part: typeof months) => part.reduce((sum, { income }) => add(sum, income.revenueCents), cents(0));
      return sold(months.slice(6)) / sold(months.slice(0, 6));
    };
    expect(await growth("software-company")).toBeGreaterThan(1.15);
    expect(await growth("shop")).toBeLessThan(0.95);
  });

  it("reads ratios for the months that it reads books for", async () => {
    const businessId = await aBusiness();
    const [months, ratios] = [
      await world().accounting.accountingData(businessId, from, to),
      await world().accounting.ratios(businessId, from, to),
    ];
    expect(ratios.map(({ month }) => month)).toEqual(months.map(({ month }) => month));
    const [{ income } = { income: { revenueCents: cents(1), costOfGoodsCents: cents(0) } }] = months;
    const gross = subtract(income.revenueCents, income.costOfGoodsCents) / income.revenueCents;
    expect(ratios[0]?.grossMargin).toBeCloseTo(gross, 3);
  });

  it("reads every transaction once, oldest first, and they are what the cash moved by", async () => {
    const businessId = await aBusiness();
    const [january, february] = [businessDate("2026-01-01"), businessDate("2026-01-31")];
    const transactions = await world().accounting.transactions(businessId, january, businessDate("2026-10-31"));
    expect(transactions.length).toBeGreaterThan(200);
    expect(new Set(transactions.map(({ id }) => id)).size).toBe(transactions.length);
    const days = transactions.map(({ postedOn }) => postedOn);
    expect(days).toEqual(days.toSorted());
    const [month] = await world().accounting.accountingData(businessId, january, february);
    const inJanuary = transactions.filter(({ postedOn }) => postedOn <= february);
    const { operatingCents = cents(0), financingCents = cents(0) } = month?.cashFlow ?? {};
    expect(inJanuary.reduce((sum, { amountCents }) => add(sum, amountCents), cents(0))).toBe(
      add(operatingCents, financingCents),
    );
  });

  it("has no books yet when they are still being read, and has them later", async () => {
    const businessId = await aBusiness("user_slow");
    expect(await world().accounting.accountingData(businessId, from, to)).toEqual([]);
    await world().setClock(businessId, "2026-11-24T17:00:00Z");
    expect(await world().accounting.accountingData(businessId, from, to)).toHaveLength(12);
  });

  it("keeps what was read when access is lost, and gets no more", async () => {
    const { accounting, setClock } = world();
    const businessId = await aBusiness("user_expires");
    await setClock(businessId, "2026-12-10T15:00:00Z");
    expect(await stateOf(businessId)).toEqual(["LOST"]);
    expect(await accounting.accountingData(businessId, from, businessDate("2026-12-31"))).toHaveLength(12);
  });

  it("ends access for good when we say so, and lets a person connect again", async () => {
    const { accounting, connect } = world();
    const businessId = await aBusiness();
    await accounting.disconnect(businessId);
    expect(await stateOf(businessId)).toEqual(["LOST"]);
    await accounting.disconnect(businessId);
    await accounting.disconnect(randomUUID());
    await connect(await open(businessId));
    expect(await stateOf(businessId)).toEqual(["ACTIVE", "LOST"]);
  });

  it.each(["429", "500", "outage", "hang", "reset"])("says unavailable after a %s", async (kind) => {
    await world().setFaults([kind]);
    await expect(world().accounting.connections(randomUUID())).rejects.toThrow(AccountingUnavailable);
    await world().setFaults([]);
  });

  it("says unavailable when nobody is there, or we are not known", async () => {
    await expect(world().unreachable.connections(randomUUID())).rejects.toThrow(AccountingUnavailable);
    await expect(world().anonymous.connections(randomUUID())).rejects.toThrow(AccountingUnavailable);
  });

  it("gets a new key when the vendor has forgotten the one it gave", async () => {
    const businessId = await aBusiness();
    await world().forgetKeys();
    expect(await stateOf(businessId)).toEqual(["ACTIVE"]);
  });

  it("tells of connections and of books that arrived, and believes nobody else", async () => {
    const { accounting, anonymous, webhooks } = world();
    const businessId = await aBusiness();
    await accounting.disconnect(businessId);
    const webhookRequest = await webhooks(businessId);
    const now = new Date();
    const read = webhookRequest.map((one) => accounting.readWebhook(one, now));
    const told = (kind: string) => ({ kind, businessId });
    expect(read.map(({ what }) => what)).toEqual([
      ...[told("CONNECTION_CHANGED"), told("BOOKS_ARRIVED"), told("CONNECTION_CHANGED")],
    ]);
    expect(new Set(read.map(({ id }) => id)).size).toBe(3);
    const [{ body, headers } = { body: "", headers: {} }] = webhookRequest;
    expect(() => accounting.readWebhook({ body: `${body} `, headers }, now)).toThrow(WebhookRefused);
    expect(() => accounting.readWebhook({ body, headers: {} }, now)).toThrow(WebhookRefused);
    expect(() => anonymous.readWebhook({ body, headers }, now)).toThrow(WebhookRefused);
  });
}
