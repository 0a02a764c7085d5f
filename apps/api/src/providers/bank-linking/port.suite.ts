import { randomUUID } from "node:crypto";
import type { Secret } from "@inlay/contracts/secret.ts";
import { sum } from "@inlay/lending/money/cents.ts";
import { describe, expect, it } from "vitest";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { type BankLinking, BankUnavailable, RelinkNeeded } from "./port.ts";

/** The vendor under test and the controls of its environment. */
export type BankWorld = {
  linking: BankLinking;
  /** The adapter with an address where no server listens. */
  unreachable: BankLinking;
  /** The adapter with wrong keys. */
  anonymous: BankLinking;
  /** Links a bank in the dialog as a person. Returns the public token. */
  link(user: string, businessId: string): Promise<string>;
  /** Continues a started link as a person, to its end or by leaving it. */
  walkThrough(linkToken: string, user: string, ending: "finish" | "leave"): Promise<void>;
  setClock(businessId: string, now: string): Promise<void>;
  setFaults(kinds: string[]): Promise<void>;
  /** The webhooks about a business, or about its hosted link, as received. */
  webhooks(businessId: string, linkToken?: string): Promise<WebhookRequest[]>;
};

const monday = "2026-11-23T15:00:00Z";
const tuesday = "2026-11-24T15:00:00Z";

/** The contract of every bank linking adapter, tested with the sandbox's scenarios. */
export function behavesLikeBankLinking(world: () => BankWorld): void {
  /** A business with a linked bank, on the Monday before Thanksgiving. */
  const linked = async (user: string) => {
    const businessId = randomUUID();
    await world().setClock(businessId, monday);
    const item = await world().linking.finishLink(await world().link(user, businessId));
    return { businessId, ...item };
  };
  const request = (businessId: string, update: Secret | null, hostedReturnUrl: string | null) => ({
    businessId,
    programName: "A Program whose Name is longer than the Vendor takes",
    update,
    hostedReturnUrl,
    language: "en" as const,
    returnUrl: null,
  });
  const whatHappened = async (businessId: string, linkToken?: string) => {
    const webhookRequest = await world().webhooks(businessId, linkToken);
    return Promise.all(webhookRequest.map(async (one) => (await world().linking.readWebhook(one, new Date())).what));
  };

  describe("bank link", () => {
    it("starts with a token that expires, and has a hosted page only where requested", async () => {
      const started = await world().linking.startLink(request(randomUUID(), null, null));
      expect(started.hostedUrl).toBeNull();
      expect(started.expiresAt.getTime()).toBeGreaterThan(Date.now());
      const hosted = await world().linking.startLink(request(randomUUID(), null, "https://inlay.example/back"));
      expect((await fetch(hosted.hostedUrl ?? "")).status).toBe(200);
    });

    it("on the hosted page reports its outcome to the server alone", async () => {
      const businessId = randomUUID();
      const start = () => world().linking.startLink(request(businessId, null, "https://inlay.example/back"));
      const [finished, left] = [await start(), await start()];
      expect(await world().linking.hostedOutcome(finished.linkToken)).toEqual({ ending: "OPEN" });
      await world().walkThrough(finished.linkToken, "user_good", "finish");
      await world().walkThrough(left.linkToken, "user_good", "leave");
      expect(await world().linking.hostedOutcome(left.linkToken)).toEqual({ ending: "LEFT" });
      const outcome = await world().linking.hostedOutcome(finished.linkToken);
      const [publicToken = ""] = outcome.ending === "LINKED" ? outcome.publicTokens : [];
      expect((await world().linking.finishLink(publicToken)).itemId).toBeTruthy();
      for (const { linkToken } of [finished, left])
        expect(await whatHappened(businessId, linkToken)).toEqual([{ kind: "HOSTED_LINK_ENDED", linkToken }]);
    });

    it("throws RelinkNeeded, not BankUnavailable, for a used or invalid token", async () => {
      const token = await world().link("user_good", randomUUID());
      await world().linking.finishLink(token);
      for (const spent of [token, "public-sandbox-made-up"])
        await expect(world().linking.finishLink(spent)).rejects.toThrow(RelinkNeeded);
    });

    it("returns an access token that no log and no error shows", async () => {
      const { access } = await linked("user_good");
      expect(JSON.stringify({ access })).toBe('{"access":"[secret]"}');
      await world().linking.remove(access);
      const error = await world()
        .linking.accounts(access)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      for (let one = error; one instanceof Error; one = one.cause)
        expect(`${one.stack} ${JSON.stringify({ ...one })}`).not.toContain(access.reveal());
    });

    it("is created and repaired in the sandbox without a person at the dialog", async () => {
      const businessId = randomUUID();
      const { linking } = world();
      const { access } = await linking.finishLink(await linking.simulateLink(businessId));
      expect((await linking.accounts(access)).map(({ subtype }) => subtype)).toEqual(["checking", "savings"]);
      expect((await linking.transactionsSince(access, null)).history).toBe("COMPLETE");
      const broken = await linked("user_login_required");
      await world().setClock(broken.businessId, "2026-11-27T15:00:00Z");
      expect((await linking.health(broken.access)).state).toBe("LOGIN_REQUIRED");
      await linking.simulateRepair(broken.access);
      expect((await linking.health(broken.access)).state).toBe("GOOD");
    });

    it("ends for good, however often it is ended", async () => {
      const { access } = await linked("user_good");
      await world().linking.remove(access);
      await world().linking.remove(access);
      await expect(world().linking.health(access)).rejects.toMatchObject({ loss: "ACCESS_REVOKED" });
    });
  });

  describe("bank accounts", () => {
    it("have a name, a mask and a subtype", async () => {
      const { access } = await linked("user_small_business");
      expect(await world().linking.accounts(access)).toMatchObject([
        { name: "Business Checking", mask: "6789", type: "DEPOSITORY", subtype: "checking", isChecking: true },
        { name: "Business Savings", mask: "4411", type: "DEPOSITORY", subtype: "savings", isChecking: false },
      ]);
      const { access: savingsOnly } = await linked("user_savings_only");
      expect((await world().linking.accounts(savingsOnly)).some(({ isChecking }) => isChecking)).toBe(false);
    });

    it("have numbers that are secrets, and whose last digits match the mask", async () => {
      const { access } = await linked("user_nsf");
      const numbers = await world().linking.accountNumbers(access);
      expect(numbers.map(({ accountNumber }) => accountNumber.last4())).toEqual(["0002"]);
      expect(numbers[0]?.routingNumber.reveal()).toMatch(/^\d{9}$/);
      expect(JSON.stringify(numbers)).not.toMatch(/\d{9}/);
    });

    it("are marked as tokenized where the number was created for us", async () => {
      const { access } = await linked("user_tokenized");
      const [[account], [numbers]] = [
        await world().linking.accounts(access),
        await world().linking.accountNumbers(access),
      ];
      expect(numbers).toMatchObject({ accountId: account?.id, isTokenized: true });
      expect(numbers?.accountNumber.last4()).not.toBe(account?.mask);
    });

    it("have different numbers for every business", async () => {
      const numbersOf = async () => {
        const { access } = await linked("user_good");
        const [numbers] = await world().linking.accountNumbers(access);
        return numbers?.accountNumber.reveal();
      };
      expect(await numbersOf()).not.toBe(await numbersOf());
    });
  });

  describe("bank transactions", () => {
    it("are returned in full at first, two years of them, and then only the new ones", async () => {
      const { access, businessId } = await linked("user_small_business");
      const first = await world().linking.transactionsSince(access, null);
      expect(first.history).toBe("COMPLETE");
      expect(first.added.length).toBeGreaterThan(1_000);
      expect(new Set(first.added.map(({ id }) => id)).size).toBe(first.added.length);
      const days = first.added.map(({ postedOn }) => postedOn).sort();
      expect([days[0], days.at(-1)]).toEqual(["2024-11-25", "2026-11-23"]);
      expect(await world().linking.transactionsSince(access, first.cursor)).toMatchObject({
        added: [],
        removedIds: [],
      });
      await world().setClock(businessId, tuesday);
      const next = await world().linking.transactionsSince(access, first.cursor);
      const booked = next.added.filter(({ settlesId }) => settlesId === null);
      expect(new Set(booked.map(({ postedOn }) => postedOn))).toEqual(new Set(["2026-11-24"]));
    });

    it("are positive when money comes in", async () => {
      const { access } = await linked("user_small_business");
      const { added } = await world().linking.transactionsSince(access, null);
      const deposits = added.filter(({ description }) => description.includes("SQ DEPOSIT"));
      const rents = added.filter(({ category }) => category === "RENT_AND_UTILITIES_RENT");
      expect(deposits.length).toBeGreaterThan(400);
      expect(deposits.every(({ amountCents }) => amountCents > 0)).toBe(true);
      expect(rents.every(({ amountCents }) => amountCents === -465_000)).toBe(true);
    });

    it("explain the balance to the cent from one day to another, pending ones included", async () => {
      for (const user of ["user_small_business", "user_nsf", "user_saas", "user_shrinking", "user_mca_stacked"]) {
        const { access, businessId } = await linked(user);
        const { linking, setClock } = world();
        const held = async (now: string) => sum((await linking.balances(access, new Date(now))).map(available));
        const known = new Map<string, number>();
        const read = async (cursor: string | null) => {
          const webhooks = await linking.transactionsSince(access, cursor);
          for (const id of webhooks.removedIds) expect(known.delete(id)).toBe(true);
          for (const one of webhooks.added) known.set(one.id, one.amountCents);
          return webhooks.cursor;
        };
        const total = () => [...known.values()].reduce((all, one) => all + one, 0);
        let cursor = await read(null);
        const openingCents = (await held(monday)) - total();
        for (const day of ["2026-11-24", "2026-11-25", "2026-11-27", "2026-12-14"]) {
          const now = `${day}T15:00:00Z`;
          await setClock(businessId, now);
          cursor = await read(cursor);
          expect(openingCents + total(), `${user} ${day}`).toBe(await held(now));
        }
      }
    });

    it("replace a pending transaction: it is removed, and the settled one names it", async () => {
      const { access, businessId } = await linked("user_nsf");
      let { cursor } = await world().linking.transactionsSince(access, null);
      let pending: string[] = [];
      let settled = 0;
      for (let day = 24; day <= 30; day++) {
        await world().setClock(businessId, `2026-11-${day}T15:00:00Z`);
        const webhooks = await world().linking.transactionsSince(access, cursor);
        for (const id of webhooks.removedIds) {
          expect(pending).toContain(id);
          expect(webhooks.added.some((one) => one.settlesId === id && !one.isPending)).toBe(true);
          settled++;
        }
        pending = webhooks.added.filter((one) => one.isPending).map((one) => one.id);
        cursor = webhooks.cursor;
      }
      expect(settled).toBeGreaterThan(0);
    });

    it("are reported as not ready, rather than as none, while the bank is still loading", async () => {
      const { access } = await linked("user_slow_history");
      const first = await world().linking.transactionsSince(access, null);
      expect(first).toMatchObject({ history: "NOT_READY", added: [] });
      expect((await world().linking.transactionsSince(access, first.cursor || null)).history).toBe("COMPLETE");
    });

    it("are read from the beginning again when the bank changes them during reading, and none is returned twice", async () => {
      const { access } = await linked("user_changing_history");
      const { added } = await world().linking.transactionsSince(access, null);
      expect(new Set(added.map(({ id }) => id)).size).toBe(added.length);
      expect(added.length).toBeGreaterThan(1_000);
    });
  });

  describe("bank balance", () => {
    it("has the time of the request when the bank answers in real time", async () => {
      const { access } = await linked("user_good");
      const [checking] = await world().linking.balances(access, new Date(monday));
      expect(checking?.asOf).toEqual(new Date(monday));
      expect(Number.isSafeInteger(checking?.availableCents)).toBe(true);
    });

    it("has its own time when the bank returns a cached balance", async () => {
      const { access } = await linked("user_stale_balance");
      const [checking] = await world().linking.balances(access, new Date(monday));
      expect(checking?.asOf).toEqual(new Date("2026-11-22T09:00:00Z"));
    });

    it("is unavailable when the bank does not answer", async () => {
      const { access } = await linked("user_balance_error");
      await expect(world().linking.balances(access, new Date(monday))).rejects.toThrow(BankUnavailable);
      expect((await world().linking.health(access)).state).toBe("GOOD");
    });
  });

  describe("linked bank", () => {
    it("is healthy, and names its institution", async () => {
      const { access, itemId } = await linked("user_blocked");
      expect(await world().linking.health(access)).toEqual({
        itemId,
        institution: { id: "ins_129313", name: "Northgate Digital" },
        state: "GOOD",
        consentEndsAt: null,
      });
    });

    it.each([
      ["user_login_required", "LOGIN_REQUIRED"],
      ["user_revoked", "ACCESS_REVOKED"],
    ] as const)("of %s reports %s, and is healthy after a person has linked it again", async (user, loss) => {
      const { access, businessId, itemId } = await linked(user);
      await world().setClock(businessId, "2026-11-27T15:00:00Z");
      expect((await world().linking.health(access)).state).toBe(loss);
      await expect(world().linking.balances(access, new Date())).rejects.toMatchObject({ loss });
      expect(await whatHappened(businessId)).toContainEqual({ kind: loss, itemId });
      const { linkToken } = await world().linking.startLink(request(businessId, access, null));
      await world().walkThrough(linkToken, user, "finish");
      expect(await world().linking.health(access)).toMatchObject({ itemId, state: "GOOD" });
      expect((await world().linking.transactionsSince(access, null)).added.length).toBeGreaterThan(1_000);
    });

    it("announces the end of its consent, works until then, and requires a login afterwards", async () => {
      const { access, businessId, itemId } = await linked("user_expiring");
      await world().setClock(businessId, "2026-11-27T15:00:00Z");
      expect(await whatHappened(businessId)).toContainEqual({ kind: "CONSENT_EXPIRING", itemId });
      expect(await world().linking.health(access)).toMatchObject({
        state: "GOOD",
        consentEndsAt: new Date("2026-12-03T15:00:00Z"),
      });
      await world().setClock(businessId, "2026-12-04T15:00:00Z");
      expect((await world().linking.health(access)).state).toBe("LOGIN_REQUIRED");
    });
  });

  it("throws BankUnavailable, and nothing else, when the vendor is down, busy, broken or unreachable", async () => {
    const { access } = await linked("user_good");
    for (const kind of ["500", "429", "outage", "reset"]) {
      await world().setFaults([kind]);
      await expect(world().linking.accounts(access)).rejects.toThrow(BankUnavailable);
    }
    await world().setFaults([]);
    await expect(world().unreachable.accounts(access)).rejects.toThrow(BankUnavailable);
    expect(await world().linking.accounts(access)).toHaveLength(2);
  });

  it("treats a rejection of our own keys as a bug", async () => {
    const { access } = await linked("user_good");
    const error = await world()
      .anonymous.accounts(access)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    for (const kind of [BankUnavailable, RelinkNeeded]) expect(error).not.toBeInstanceOf(kind);
  });

  describe("bank webhook", () => {
    const oneOf = async (businessId: string): Promise<WebhookRequest> => {
      const [webhookRequest] = await world().webhooks(businessId);
      if (!webhookRequest) throw new Error("no webhook was posted");
      return webhookRequest;
    };
    const read = (webhookRequest: WebhookRequest, now = new Date()) => world().linking.readWebhook(webhookRequest, now);

    it("about transactions follows the link", async () => {
      const { businessId, itemId } = await linked("user_good");
      const { what } = await read(await oneOf(businessId));
      expect(what).toEqual({ kind: "TRANSACTIONS_ARRIVED", itemId, historyComplete: true });
    });

    it("that is forged, altered or unsigned is refused", async () => {
      const [{ businessId }, other] = [await linked("user_good"), await linked("user_good")];
      const [webhookRequest, another] = [await oneOf(businessId), await oneOf(other.businessId)];
      const [[name = "", token] = []] = Object.entries(webhookRequest.headers).filter(([, value]) =>
        String(value).startsWith("eyJ"),
      );
      const signedWith = (signature: unknown) => ({
        ...webhookRequest,
        headers: { ...webhookRequest.headers, [name]: String(signature) },
      });
      const [head, claims, signature = ""] = String(token).split(".");
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const wrong: WebhookRequest[] = [
        { ...webhookRequest, headers: {} },
        { ...webhookRequest, body: `${webhookRequest.body} ` },
        { ...webhookRequest, body: webhookRequest.body.replace("SYNC_UPDATES_AVAILABLE", "LOGIN_REPAIRED") },
        { ...webhookRequest, body: another.body },
        signedWith(another.headers[name]),
        signedWith("nonsense"),
        signedWith(`${head}.${claims}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`),
        signedWith(`${encode({ alg: "none" })}.${claims}.`),
        signedWith(`${encode({ alg: "ES256", kid: randomUUID() })}.${claims}.${signature}`),
      ];
      for (const one of wrong) await expect(read(one)).rejects.toThrow(WebhookRefused);
      await read(webhookRequest);
    });

    it("is accepted next to a forged one, which is refused", async () => {
      await world().setFaults(["webhooks-forged", "webhooks-duplicated"]);
      const { businessId } = await linked("user_good");
      await world().setFaults([]);
      const webhookRequest = await world().webhooks(businessId);
      expect(webhookRequest).toHaveLength(3);
      const results = await Promise.allSettled(webhookRequest.map((one) => read(one)));
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected"]);
      const refused = results.find((one) => one.status === "rejected");
      expect(refused?.reason).toBeInstanceOf(WebhookRefused);
    });

    it("that is delivered again has the same id, and is refused once it is five minutes old", async () => {
      const { businessId } = await linked("user_good");
      const webhookRequest = await oneOf(businessId);
      expect((await read(webhookRequest)).id).toBe((await read(webhookRequest)).id);
      const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
      await read(webhookRequest, later(4));
      await expect(read(webhookRequest, later(6))).rejects.toThrow(WebhookRefused);
      await expect(read(webhookRequest, later(-2))).rejects.toThrow(WebhookRefused);
    });
  });
}

const available = ({
  availableCents,
}: {
  availableCents: Awaited<ReturnType<BankLinking["balances"]>>[number]["availableCents"];
}) => {
  if (availableCents === null) throw new Error("the bank returned no available balance");
  return availableCents;
};
