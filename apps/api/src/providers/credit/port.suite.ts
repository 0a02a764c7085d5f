import { randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { afterEach, describe, expect, it } from "vitest";
import { BureauUnavailable, type BusinessToPull, type Credit, type PersonToPull } from "./port.ts";

/** The bureau under test and the controls of its environment. */
export type CreditWorld = {
  credit: Credit;
  /** The adapter with a short timeout, for requests that get no response. */
  impatient: Credit;
  /** The adapter with an address where no server listens. */
  unreachable: Credit;
  /** The adapter with wrong keys. */
  anonymous: Credit;
  setFaults(kinds: string[]): Promise<void>;
  /** The reports that the bureau created under our reference. */
  pulls(reference: string): Promise<unknown[]>;
};

const address = { line1: "12 Harbor Street", line2: null, city: "Portland", state: "ME", postalCode: "04101" };

const person = (change: Partial<PersonToPull> = {}): PersonToPull => ({
  reference: randomUUID(),
  firstName: "Pia",
  middleName: null,
  lastName: "Oakes",
  address,
  ssn: null,
  ...change,
});
const withSsn = (ending: string) => person({ ssn: new Secret(`9000000${ending}`) });
const business = (ending: string | null, change: Partial<BusinessToPull> = {}): BusinessToPull => ({
  reference: randomUUID(),
  name: "Harbor Bakery LLC",
  address,
  phone: null,
  ein: ending === null ? null : new Secret(`9900000${ending}`),
  ...change,
});

/** The contract of every credit adapter, tested with the sandbox's scenarios. */
export function behavesLikeCredit(world: () => CreditWorld): void {
  afterEach(() => world().setFaults([]));
  const reportOf = async (ending: string) => {
    const pulled = await world().credit.pullPerson(withSsn(ending));
    if (pulled.outcome !== "REPORT") throw new Error(`no report: ${pulled.outcome}`);
    return pulled.report;
  };
  const businessReportOf = async (ending: string) => {
    const pulled = await world().credit.pullBusiness(business(ending));
    if (pulled.outcome !== "REPORT") throw new Error(`no report: ${pulled.outcome}`);
    return pulled.report;
  };

  describe("personal credit file", () => {
    it("has a score, accounts and inquiries, found by name and address alone", async () => {
      const pulled = await world().credit.pullPerson(person());
      if (pulled.outcome !== "REPORT") throw new Error(pulled.outcome);
      expect(pulled.report).toMatchObject({ ficoScore: 735, derogatoryAccountsCount: 0, bankruptcyCount: 0 });
      expect(pulled.report.tradelines).toHaveLength(9);
      expect(pulled.report.inquiries.length).toBeGreaterThan(0);
    });

    it("lists what lowers the score, the most important first, and nothing without a score", async () => {
      expect((await reportOf("04")).scoreFactors).toEqual([
        "PUBLIC_RECORD",
        "SERIOUS_DELINQUENCY",
        "RECENT_DELINQUENCY",
        "ACCOUNTS_WITH_DELINQUENCY",
        "REVOLVING_USE",
        "ACCOUNT_AGE",
        "INQUIRIES",
      ]);
      const thin = await world().credit.pullPerson(withSsn("05"));
      expect(thin).toMatchObject({ outcome: "THIN_FILE", report: { scoreFactors: [] } });
    });

    it("names the agency whose report it is, with an address and a phone number", () => {
      const { name, address: where, phone } = world().credit.agency;
      for (const words of [name, where, phone]) expect(words).toMatch(/\w/);
    });

    it("counts past delinquencies and current ones separately", async () => {
      expect(await reportOf("04")).toMatchObject({
        ficoScore: 560,
        derogatoryAccountsCount: 3,
        nowDelinquentCount: 2,
        wasDelinquentCount: 1,
        publicRecords: [{ kind: "JUDGMENT", amountCents: 1_400_000, isOver: false }],
      });
    });

    it("lists bankruptcies and liens with dates, amounts and whether they are over", async () => {
      const [bankrupt, lien] = [await reportOf("11"), await reportOf("12")];
      expect(bankrupt).toMatchObject({
        bankruptcyCount: 1,
        publicRecords: [{ kind: "BANKRUPTCY", amountCents: 9_200_000, isOver: true }],
      });
      expect(lien.publicRecords).toMatchObject([{ kind: "TAX_LIEN", amountCents: 3_100_000, isOver: false }]);
      for (const { publicRecords } of [bankrupt, lien]) expect(publicRecords[0]?.filedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    });

    it("may be thin: with accounts and without a score", async () => {
      const pulled = await world().credit.pullPerson(withSsn("05"));
      expect(pulled).toMatchObject({ outcome: "THIN_FILE", report: { ficoScore: null } });
      expect(pulled.outcome === "THIN_FILE" && pulled.report.tradelines).toHaveLength(2);
    });

    it("may be missing, or locked until its owner unlocks it", async () => {
      const outcomeOf = async (asked: PersonToPull) => (await world().credit.pullPerson(asked)).outcome;
      expect(await outcomeOf(withSsn("06"))).toBe("NO_HIT");
      expect(await outcomeOf(person({ lastName: "Nofile" }))).toBe("NO_HIT");
      expect([await outcomeOf(withSsn("07")), await outcomeOf(withSsn("07"))]).toEqual(["LOCKED", "LOCKED"]);
      const owner = { ssn: new Secret("900000008"), lastName: `T${randomUUID()}` };
      expect([await outcomeOf(person(owner)), await outcomeOf(person(owner))]).toEqual(["LOCKED", "REPORT"]);
    });

    it("with another name or another house number is a mismatch", async () => {
      const pull = (ending: string) => world().credit.pullPerson(withSsn(ending));
      expect(await pull("09")).toMatchObject({ outcome: "MISMATCH", differs: ["NAME"] });
      expect(await pull("10")).toMatchObject({ outcome: "MISMATCH", differs: ["ADDRESS"] });
      expect(await pull("09")).not.toHaveProperty("report");
    });

    it("is found by the SSN, whatever name was given before", async () => {
      const found = await world().credit.pullPerson(person({ lastName: "Nofile", ssn: new Secret("900000001") }));
      expect(found.outcome).toBe("REPORT");
    });
  });

  describe("business credit file", () => {
    it("has identity, industry, payment behavior and age", async () => {
      const report = await businessReportOf("01");
      expect(report).toMatchObject({
        name: "HARBOR BAKERY LLC",
        commercialScore: 72,
        monthlyAverageDbt: 4,
        yearsOnFile: 6,
        naicsCodes: ["311811"],
        sicCodes: ["5461"],
        taxLiens: [],
        judgments: [],
        bankruptcies: [],
      });
      expect(report.fileEstablishedOn).toMatch(/^20\d\d-/);
      expect((await businessReportOf("11")).monthlyAverageDbt).toBe(45);
    });

    it("lists liens, judgments, bankruptcies, UCC filings and collections", async () => {
      expect((await businessReportOf("12")).taxLiens).toMatchObject([
        { liabilityCents: 3_100_000, isOver: false },
        { liabilityCents: 420_000, isOver: true },
      ]);
      expect((await businessReportOf("13")).judgments).toMatchObject([
        { liabilityCents: 1_400_000, isOver: false, plaintiff: "COASTLINE SUPPLY INC" },
      ]);
      expect((await businessReportOf("14")).bankruptcies).toHaveLength(1);
      expect((await businessReportOf("15")).uccFilings).toMatchObject([{ isBlanket: true, isOver: false }]);
      expect((await businessReportOf("16")).collections).toMatchObject([
        { amountCents: 380_000, paidCents: 0, isOpen: true },
        { amountCents: 115_000, paidCents: 115_000, isOpen: false },
      ]);
    });

    it("may have no score, and is no hit where none or only a similar business is found", async () => {
      expect((await businessReportOf("17")).commercialScore).toBeNull();
      for (const ending of ["10", "18"])
        expect((await world().credit.pullBusiness(business(ending))).outcome).toBe("NO_HIT");
      const named = business(null, { name: "Nofile Trading" });
      expect((await world().credit.pullBusiness(named)).outcome).toBe("NO_HIT");
    });
  });

  describe("credit pull", () => {
    it("is one pull with one report per reference, however often it is requested", async () => {
      const [asked, about] = [withSsn("08"), business("12")];
      const first = await world().credit.pullPerson(asked);
      const again = await world().credit.pullPerson(asked);
      expect(again.raw.reveal()).toBe(first.raw.reveal());
      expect(await world().pulls(asked.reference)).toHaveLength(1);
      await world().credit.pullBusiness(about);
      await world().credit.pullBusiness(about);
      expect(await world().pulls(about.reference)).toHaveLength(1);
    });

    it("whose response was lost is not made twice", async () => {
      const asked = withSsn("01");
      await world().setFaults(["accepted-then-reset"]);
      await expect(world().credit.pullPerson(asked)).rejects.toThrow(BureauUnavailable);
      await world().setFaults([]);
      expect((await world().credit.pullPerson(asked)).outcome).toBe("REPORT");
      expect(await world().pulls(asked.reference)).toHaveLength(1);
    });

    it.each(["429", "500", "hang", "reset", "outage"])(
      "that meets %s throws BureauUnavailable and can be retried",
      async (fault) => {
        const asked = person();
        await world().setFaults([fault]);
        await expect(world().impatient.pullPerson(asked)).rejects.toThrow(BureauUnavailable);
        await expect(world().impatient.pullBusiness(business("01"))).rejects.toThrow(BureauUnavailable);
        await world().setFaults([]);
        expect((await world().credit.pullPerson(asked)).outcome).toBe("REPORT");
      },
    );

    it("throws BureauUnavailable when the bureau is unreachable or rejects our keys", async () => {
      for (const credit of [world().unreachable, world().anonymous])
        await expect(credit.pullPerson(person())).rejects.toThrow(BureauUnavailable);
    });

    it("shows the SSN neither in its result nor in an error", async () => {
      const ssn = "412093187";
      const pulled = await world().credit.pullPerson(person({ ssn: new Secret(ssn) }));
      expect(JSON.stringify(pulled)).toContain('"raw":"[secret]"');
      expect(pulled.raw.reveal()).not.toContain(ssn);
      const error = await world()
        .unreachable.pullPerson(person({ ssn: new Secret(ssn) }))
        .catch((thrown: unknown) => thrown);
      for (let one = error; one instanceof Error; one = one.cause)
        expect(`${one.stack} ${JSON.stringify({ ...one })}`).not.toContain(ssn);
    });
  });
}
