import { describe, expect, it } from "vitest";
import type { ProductType } from "../products/product-type.ts";
import { offerStepLifecycle } from "./offer-step.ts";
import { shownGroup } from "./shown-group.ts";
import type { OfferStep } from "./steps.ts";

const group = (productType: ProductType, step: OfferStep, day = 1) => ({
  productType,
  step,
  hasEnded: offerStepLifecycle.isOver(step),
  createdAt: new Date(Date.UTC(2026, 10, day)),
});

describe("shown offer group", () => {
  it("is null when there are no groups", () => expect(shownGroup([])).toBeNull());

  it("is an actionable one, whatever its product", () => {
    const open = group("MCA", "COLLECT_PERSONA");
    expect(shownGroup([group("TERM_LOAN", "OFFERS_PENDING"), group("FAST_PAY", "OFFER_ACCEPTED"), open])).toBe(open);
  });

  it("is the one whose offer is chosen, before others that have offers to choose from", () => {
    const chosen = group("MCA", "COLLECT_TAX_ID");
    expect(shownGroup([group("TERM_LOAN", "DISPLAY_OFFERS"), chosen])).toBe(chosen);
  });

  it("is the one whose offer is accepted, before offers that cannot be accepted meanwhile", () => {
    const accepted = group("MCA", "OFFER_ACCEPTED");
    expect(shownGroup([group("TERM_LOAN", "DISPLAY_OFFERS"), accepted])).toBe(accepted);
  });

  it("is chosen by priority TERM_LOAN, FAST_PAY, EXTEND_PAY_PURCHASE_ORDER, LOC_TERM_LOAN, MCA, INTEGRATED_MCA among equally urgent ones", () => {
    const priority = [
      "TERM_LOAN",
      "FAST_PAY",
      "EXTEND_PAY_PURCHASE_ORDER",
      "LOC_TERM_LOAN",
      "MCA",
      "INTEGRATED_MCA",
    ] as const;
    const all = priority.map((product) => group(product, "DISPLAY_OFFERS"));
    for (let from = 0; from < all.length; from++) expect(shownGroup(all.slice(from).toReversed())).toBe(all[from]);
    const pending = priority.map((product) => group(product, "OFFERS_PENDING"));
    expect(shownGroup(pending.toReversed())).toBe(pending[0]);
  });

  it("is the newest when all have ended", () => {
    const newest = group("MCA", "LOAN_APPLICATION_WITHDRAWN", 9);
    expect(shownGroup([group("TERM_LOAN", "NO_OFFERS_EXTENDED", 3), newest])).toBe(newest);
    const waiting = group("MCA", "OFFERS_EXPIRED", 1);
    expect(shownGroup([newest, waiting])).toBe(waiting);
  });

  it("is the newer of two for the same product", () => {
    const newer = group("MCA", "DISPLAY_OFFERS", 5);
    expect(shownGroup([group("MCA", "DISPLAY_OFFERS", 4), newer])).toBe(newer);
  });
});
