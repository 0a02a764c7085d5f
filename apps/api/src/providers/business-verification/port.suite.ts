import { randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../../../scripts/processes.ts";
import { WebhookRefused, type WebhookRequest } from "../webhook.ts";
import { type BusinessToVerify, type BusinessVerification, VerificationRefused, VerifierUnavailable } from "./port.ts";

/** The vendor under test and the controls of its environment. */
export type VerificationWorld = {
  verification: BusinessVerification;
  /** The adapter with a short timeout, for requests that get no response. */
  impatient: BusinessVerification;
  /** The adapter with an address where no server listens. */
  unreachable: BusinessVerification;
  /** The adapter with a wrong key. */
  anonymous: BusinessVerification;
  setClock(businessId: string, now: string): Promise<void>;
  setFaults(faults: { kind: string; only?: string }[]): Promise<void>;
  /** The number of verifications that the vendor has for a business. */
  begun(businessId: string): Promise<number>;
  /** The webhooks about a business, as received. */
  webhooks(businessId: string): Promise<WebhookRequest[]>;
};

const monday = "2026-11-23T15:00:00Z";
const tuesday = "2026-11-24T16:00:00Z";

const business = (ending: string | null, change: Partial<BusinessToVerify> = {}): BusinessToVerify => ({
  reference: randomUUID(),
  businessId: randomUUID(),
  name: "Harbor Bakery LLC",
  phone: "+12075550123",
  website: "https://harbor.example",
  ein: ending === null ? null : new Secret(`9900000${ending}`),
  address: { line1: "12 Harbor Street", line2: null, city: "Portland", state: "ME", postalCode: "04101" },
  ...change,
});

/** The contract of every business verification adapter, tested with the sandbox's scenarios. */
export function behavesLikeBusinessVerification(world: () => VerificationWorld): void {
  afterEach(() => world().setFaults([]));

  const findingsOf = async (asked: BusinessToVerify) => {
    const { verificationId } = await world().verification.begin(asked);
    await until("the verification is done", async () => {
      const read = await world().verification.read(verificationId);
      return read.status === "DONE";
    });
    const read = await world().verification.read(verificationId);
    if (read.status !== "DONE") throw new Error("the verification is still pending");
    return read.findings;
  };
  const found = (ending: string) => findingsOf(business(ending));

  describe("business in good standing", () => {
    it("is registered, known to the tax authority, and has people, addresses and an industry", async () => {
      expect(await found("01")).toMatchObject({
        registrations: [{ state: "ME", isHome: true, standing: "GOOD" }],
        tinMatch: "MATCHED",
        isNameVerified: true,
        isAddressVerified: true,
        naicsCodes: ["311811"],
        sicCodes: ["5461"],
        liens: [],
        bankruptcyCount: 0,
        officers: [{ name: "Robin Calloway", titles: ["President"] }],
        formation: { state: "ME", entityType: "LLC" },
      });
    });

    it("can be verified by name alone, and then its tax number stays unchecked", async () => {
      expect((await findingsOf(business(null))).tinMatch).toBe("UNKNOWN");
    });
  });

  describe("business not in good standing", () => {
    it("is dissolved, delinquent with its filings, or suspended in another state", async () => {
      expect((await found("20")).registrations).toMatchObject([{ standing: "BAD" }]);
      expect((await found("25")).registrations).toMatchObject([{ standing: "BAD" }]);
      expect((await found("26")).registrations).toMatchObject([
        { isHome: true, standing: "GOOD" },
        { isHome: false, standing: "BAD" },
      ]);
    });

    it("may have another business's tax number, or one that could not be checked", async () => {
      expect((await found("21")).tinMatch).toBe("MISMATCHED");
      expect((await found("28")).tinMatch).toBe("UNKNOWN");
    });

    it("may be in no register", async () => {
      expect(await found("22")).toMatchObject({ registrations: [], isNameVerified: false, officers: [] });
    });

    it("may have liens, and open ones are distinguished from lapsed ones", async () => {
      const { liens } = await found("24");
      expect(liens.map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
        ...[
          ["UCC", true],
          ["TAX", true],
          ["UCC", false],
        ],
      ]);
      expect((await found("27")).bankruptcyCount).toBe(1);
    });
  });

  describe("verification", () => {
    it("is begun once per reference, however many requests run at once", async () => {
      const asked = business("01");
      const all = await Promise.all(Array.from({ length: 8 }, () => world().verification.begin(asked)));
      expect(new Set(all.map(({ verificationId }) => verificationId)).size).toBe(1);
      expect(await world().begun(asked.businessId)).toBe(1);
    });

    it("under another reference is another one for the same business, with its new details", async () => {
      const asked = business("21");
      const before = await world().verification.begin(asked);
      const after = await world().verification.begin({
        ...asked,
        reference: randomUUID(),
        ein: new Secret("990000001"),
      });
      expect(after.verificationId).not.toBe(before.verificationId);
      expect(after.businessId).toBe(asked.businessId);
      expect(await world().begun(asked.businessId)).toBe(2);
    });

    it("whose response was lost is found again", async () => {
      const asked = business("01");
      await world().setFaults([{ kind: "accepted-then-reset", only: "POST /v1/businesses" }]);
      await expect(world().verification.begin(asked)).rejects.toThrow(VerifierUnavailable);
      await world().setFaults([]);
      expect((await world().verification.begin(asked)).businessId).toBe(asked.businessId);
      expect(await world().begun(asked.businessId)).toBe(1);
    });

    it("may take a day, and a webhook announces its end", async () => {
      const asked = business("23");
      await world().setClock(asked.businessId, monday);
      const { verificationId } = await world().verification.begin(asked);
      expect((await world().verification.read(verificationId)).status).toBe("PENDING");
      await world().setClock(asked.businessId, tuesday);
      expect((await world().verification.read(verificationId)).status).toBe("DONE");
      const received = (await world().webhooks(asked.businessId)).map((webhookRequest) =>
        world().verification.readWebhook(webhookRequest),
      );
      expect(received.map(({ what }) => what)).toEqual([
        { kind: "VERIFICATION_CHANGED", verificationId, businessId: asked.businessId },
        { kind: "VERIFICATION_CHANGED", verificationId, businessId: asked.businessId },
      ]);
      expect(new Set(received.map(({ id }) => id)).size).toBe(2);
    });

    it("that does not exist is refused", async () => {
      await expect(world().verification.read(randomUUID())).rejects.toThrow(VerificationRefused);
    });

    it.each(["429", "500", "hang", "reset", "outage"])(
      "that meets %s throws VerifierUnavailable and can be retried",
      async (kind) => {
        const asked = business("01");
        await world().setFaults([{ kind }]);
        await expect(world().impatient.begin(asked)).rejects.toThrow(VerifierUnavailable);
        await world().setFaults([]);
        expect((await world().verification.begin(asked)).businessId).toBe(asked.businessId);
      },
    );

    it("throws VerifierUnavailable when the vendor is unreachable or rejects our key", async () => {
      for (const verification of [world().unreachable, world().anonymous])
        await expect(verification.begin(business("01"))).rejects.toThrow(VerifierUnavailable);
    });

    it("shows its report and the tax number in no log", async () => {
      const asked = business("01");
      const { verificationId } = await world().verification.begin(asked);
      await until("the verification is done", async () => {
        return (await world().verification.read(verificationId)).status === "DONE";
      });
      expect(JSON.stringify(await world().verification.read(verificationId))).toContain('"raw":"[secret]"');
      const error = await world()
        .unreachable.begin(asked)
        .catch((thrown: unknown) => thrown);
      for (let one = error; one instanceof Error; one = one.cause)
        expect(`${one.stack} ${JSON.stringify({ ...one })}`).not.toContain(asked.ein?.reveal());
    });
  });

  describe("verification webhook", () => {
    it("is refused unless the vendor signed exactly these bytes", async () => {
      const asked = business("01");
      await world().verification.begin(asked);
      const [webhookRequest] = await world().webhooks(asked.businessId);
      if (!webhookRequest) throw new Error("no webhook was posted");
      const { readWebhook } = world().verification;
      expect(readWebhook(webhookRequest).what.kind).toBe("VERIFICATION_CHANGED");
      expect(readWebhook(webhookRequest).id).toBe(readWebhook({ ...webhookRequest }).id);
      expect(() => readWebhook({ ...webhookRequest, body: `${webhookRequest.body} ` })).toThrow(WebhookRefused);
      expect(() => readWebhook({ ...webhookRequest, headers: {} })).toThrow(WebhookRefused);
    });

    it("that is forged is refused, and a genuine one beside it is accepted", async () => {
      const asked = business("01");
      await world().setFaults([{ kind: "webhooks-forged" }]);
      await world().verification.begin(asked);
      const webhookRequest = await world().webhooks(asked.businessId);
      const results = webhookRequest.map((one) => {
        try {
          return world().verification.readWebhook(one).what.kind;
        } catch (error) {
          return error instanceof WebhookRefused ? "refused" : error;
        }
      });
      expect(results.filter((one) => one === "refused").length).toBeGreaterThan(0);
      expect(results.filter((one) => one === "VERIFICATION_CHANGED").length).toBeGreaterThan(0);
    });
  });
}
