import { describe, expect, it } from "vitest";
import { offerExpiresAt } from "../offers/offer-expiry.ts";
import { productTypes } from "../products/product-type.ts";
import { isOffered, unlawfullyOffered } from "../underwriting/policy/apr-caps.ts";
import { firstPolicy } from "../underwriting/policy/first-policy.ts";
import { rulePacks } from "./rule-packs.ts";
import { stateProductMatrix, stateProductRow, states } from "./state-product-matrix.ts";

const rows = states.flatMap((state) =>
  productTypes.map((product) => ({ state, product, row: stateProductMatrix[state][product] })),
);
const where = (holds: (one: (typeof rows)[number]) => boolean) =>
  rows.filter(holds).map(({ state, product }) => `${state} ${product}`);

describe("state-product matrix", () => {
  it("has the fifty states and the district with all products", () => {
    expect(new Set(states).size).toBe(51);
    expect(rows).toHaveLength(51 * 6);
    expect(rulePacks.every(({ state }) => states.some((one) => one === state))).toBe(true);
  });

  it("makes advances unavailable in Texas, where they may not be debited, and everything else available", () => {
    const closed = ["TX MCA", "TX INTEGRATED_MCA"];
    expect(where(({ row }) => !row.available)).toEqual(closed);
    expect(where(({ row }) => !row.autoDebitAllowed)).toEqual(closed);
  });

  it("agrees with the first policy on what is offered where", () => {
    for (const { state, product, row } of rows) {
      const offered = (["INDIVIDUAL", "ENTITY"] as const).some((borrower) =>
        isOffered(firstPolicy, { state, product, borrower }),
      );
      expect([state, product, offered]).toEqual([state, product, row.available]);
    }
    expect(unlawfullyOffered(firstPolicy)).toEqual([]);
  });

  it("names what a policy offers against it", () => {
    const [row] = firstPolicy.aprCaps;
    const everywhere = { ...(row ?? expect.fail()), states: ["OH", "TX", "PR"], products: ["MCA" as const] };
    expect(unlawfullyOffered({ ...firstPolicy, aprCaps: [everywhere] })).toEqual(["MCA in TX", "MCA in PR"]);
  });

  it("allows no confession of judgment anywhere", () => {
    expect(where(({ row }) => row.confessionOfJudgment)).toEqual([]);
  });

  it("shows a price alone only in states without a disclosure law, and not if the state is unknown", () => {
    const silent = states.filter((state) => !stateProductMatrix[state].MCA.mayShowPriceAlone);
    expect([...silent].sort()).toEqual(rulePacks.map(({ state }) => state).sort());
    expect(stateProductRow(null, "MCA")).toBeNull();
    expect(stateProductRow("PR", "MCA")).toBeNull();
    expect(stateProductRow("toString", "MCA")).toBeNull();
  });

  it("keeps an advance in Connecticut open for three days, which every offer outlasts", () => {
    expect(where(({ row }) => row.unchangedOfferDays > 0)).toEqual(["CT MCA", "CT INTEGRATED_MCA"]);
    const created = new Date("2026-11-17T12:00:00Z");
    const openDays = (offerExpiresAt(created).getTime() - created.getTime()) / 86_400_000;
    for (const { row } of rows) expect(openDays).toBeGreaterThanOrEqual(row.unchangedOfferDays);
  });

  it("limits fees in California only, where a maintenance fee needs a service", () => {
    const limited = rows.filter(({ row }) => row.feeLimits !== null);
    expect(new Set(limited.map(({ state }) => state))).toEqual(new Set(["CA"]));
    const { feeLimits } = stateProductMatrix.CA.LOC_TERM_LOAN;
    expect(feeLimits?.maintenanceNeedsService).toBe(true);
    expect(feeLimits?.maxUccFilingFeePercentageOfCost).toBe(150);
  });

  it("requires registration or a license where the laws do", () => {
    expect(new Set(where(({ row }) => row.registrationOf.includes("LENDER")).map((one) => one.slice(0, 2)))).toEqual(
      new Set(["CA", "CT", "TX", "UT", "VA"]),
    );
    expect(stateProductMatrix.MO.MCA.registrationOf).toEqual(["PLATFORM"]);
    expect(stateProductMatrix.CA.MCA.registrationOf).toEqual([]);
    expect(stateProductMatrix.VA.TERM_LOAN.registrationOf).toEqual([]);
    expect(stateProductMatrix.TX.MCA.registrationOf).toEqual(["LENDER", "PLATFORM"]);
  });
});
