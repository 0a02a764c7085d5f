import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { add, cents, subtract } from "@inlay/lending/money/cents.ts";
import { expect, it } from "vitest";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { type Accounting, AccountingNotConnected, AccountingUnavailable } from "./port.ts";

/** The vendor under test and the controls of its environment. */
export type AccountingWorld = {
  accounting: Accounting;
  /** The adapter with a short timeout, for requests that get no response. */
  impatient: Accounting;
  /** The adapter with an address where no server listens. */
  unreachable: Accounting;
  /** The adapter with a wrong key. */
  anonymous: Accounting;
  /** Completes the vendor's page as a person; rejects when the page refuses. */
  connect(url: string, user?: string, company?: string): Promise<void>;
  setClock(businessId: string, now: string): Promise<void>;
  /** Sets the vendor's failure modes; none when empty. */
  setFaults(kinds: string[]): Promise<void>;
  /** Makes the vendor discard all access tokens. */
  forgetKeys(): Promise<void>;
  /** The webhooks about a business, as received. */
  webhooks(businessId: string): Promise<WebhookRequest[]>;
};

const tuesday = "2026-11-24T15:00:00Z";
const [from, to] = [businessDate("2025-11-01"), businessDate("2026-10-31")];

/** The contract of every accounting adapter, tested with the sandbox's scenarios. */
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

  it("opens a page for a business, and returns it again when called again", async () => {
    const businessId = randomUUID();
    const url = await open(businessId);
    expect(url).toContain(businessId);
    expect(await open(businessId)).toBe(url);
    expect(await stateOf(businessId)).toEqual([]);
    await expect(world().connect(url, "wrong")).rejects.toThrow();
    expect(await stateOf(businessId)).toEqual([]);
  });

  it("connects a fictional company in the sandbox without a person at the page", async () => {
    const businessId = randomUUID();
    await world().accounting.simulateAuthorization(businessId);
    expect(await stateOf(businessId)).toEqual(["ACTIVE"]);
    await expect(world().unreachable.simulateAuthorization(businessId)).rejects.toThrow(AccountingUnavailable);
  });

  it("reports a new or unknown business as not connected", async () => {
    const businessId = randomUUID();
    await expect(world().accounting.accountingData(businessId, from, to)).rejects.toThrow(AccountingNotConnected);
    await open(businessId);
    await expect(world().accounting.accountingData(businessId, from, to)).rejects.toThrow(AccountingNotConnected);
  });

  it("reads a year month by month, and every month adds up", async () => {
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

  it("returns the same data for the same business, and one more month when a month has passed", async () => {
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

  it("distinguishes a growing company from a shrinking one", async () => {
    const growth = async (company: string) => {
      const months = await world().accounting.accountingData(await aBusiness("anybody", company), from, to);
      const sold = (part: typeof months) => part.reduce((sum, { income }) => add(sum, income.revenueCents), cents(0));
      return sold(months.slice(6)) / sold(months.slice(0, 6));
    };
    expect(await growth("software-company")).toBeGreaterThan(1.15);
    expect(await growth("shop")).toBeLessThan(0.95);
  });

  it("reads ratios for the months that have accounting data", async () => {
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

  it("reads every transaction once, oldest first, and their sum is the change in cash", async () => {
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

  it("has no data while the vendor is still loading it, and has it later", async () => {
    const businessId = await aBusiness("user_slow");
    expect(await world().accounting.accountingData(businessId, from, to)).toEqual([]);
    await world().setClock(businessId, "2026-11-24T17:00:00Z");
    expect(await world().accounting.accountingData(businessId, from, to)).toHaveLength(12);
  });

  it("keeps the read data when access is lost, and gets no new data", async () => {
    const { accounting, setClock } = world();
    const businessId = await aBusiness("user_expires");
    await setClock(businessId, "2026-12-10T15:00:00Z");
    expect(await stateOf(businessId)).toEqual(["LOST"]);
    expect(await accounting.accountingData(businessId, from, businessDate("2026-12-31"))).toHaveLength(12);
  });

  it("ends access for good on disconnect, and a person can connect again", async () => {
    const { accounting, connect } = world();
    const businessId = await aBusiness();
    await accounting.disconnect(businessId);
    expect(await stateOf(businessId)).toEqual(["LOST"]);
    await accounting.disconnect(businessId);
    await accounting.disconnect(randomUUID());
    await connect(await open(businessId));
    expect(await stateOf(businessId)).toEqual(["ACTIVE", "LOST"]);
  });

  it.each(["429", "500", "outage", "hang", "reset"])("throws AccountingUnavailable after a %s", async (kind) => {
    await world().setFaults([kind]);
    await expect(world().impatient.connections(randomUUID())).rejects.toThrow(AccountingUnavailable);
    await world().setFaults([]);
  });

  it("throws AccountingUnavailable when the vendor is unreachable or rejects our key", async () => {
    await expect(world().unreachable.connections(randomUUID())).rejects.toThrow(AccountingUnavailable);
    await expect(world().anonymous.connections(randomUUID())).rejects.toThrow(AccountingUnavailable);
  });

  it("requests a new token when the vendor has discarded the old one", async () => {
    const businessId = await aBusiness();
    await world().forgetKeys();
    expect(await stateOf(businessId)).toEqual(["ACTIVE"]);
  });

  it("reads webhooks about connections and arrived data, and refuses forged ones", async () => {
    const { accounting, anonymous, webhooks } = world();
    const businessId = await aBusiness();
    await accounting.disconnect(businessId);
    const webhookRequest = await webhooks(businessId);
    const now = new Date();
    const read = webhookRequest.map((one) => accounting.readWebhook(one, now));
    const about = (kind: string) => ({ kind, businessId });
    expect(read.map(({ what }) => what)).toEqual([
      ...[about("CONNECTION_CHANGED"), about("DATA_ARRIVED"), about("CONNECTION_CHANGED")],
    ]);
    expect(new Set(read.map(({ id }) => id)).size).toBe(3);
    const [{ body, headers } = { body: "", headers: {} }] = webhookRequest;
    expect(() => accounting.readWebhook({ body: `${body} `, headers }, now)).toThrow(WebhookRefused);
    expect(() => accounting.readWebhook({ body, headers: {} }, now)).toThrow(WebhookRefused);
    expect(() => anonymous.readWebhook({ body, headers }, now)).toThrow(WebhookRefused);
  });
}
