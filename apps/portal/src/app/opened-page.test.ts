import type { Arrival } from "@inlay/lending/onboarding/entry-point.ts";
import { describe, expect, it } from "vitest";
import {
  alertFor,
  canOpenAdditionalInput,
  canOpenMyFinancing,
  isSessionOf,
  openedPage,
  requestedPage,
} from "./opened-page.ts";

/** A primary owner with a product. */
const owner: Arrival = {
  roles: ["PRIMARY_OWNER"],
  onboardingStep: "READY_FOR_SERVICING",
  offerStep: "ISSUED_PRODUCT_CREATED",
  servicingStep: "READY_FOR_SERVICING",
  hasIssuedProducts: true,
  stepsOfAllBusinesses: [],
};
const withOffer = { ...owner, offerStep: "DISPLAY_OFFERS" } as const;
const asked = { ...owner, onboardingStep: "REQUEST_ADDITIONAL_USER_INPUT" };
const newcomer: Arrival = { ...withOffer, servicingStep: null, hasIssuedProducts: false };

describe("the page that is shown", () => {
  it("is the page of an open offer or of additional input, from which My financing leads to the products", () => {
    for (const arrival of [withOffer, asked]) {
      expect(openedPage(arrival, null).page).not.toBe("SERVICING");
      expect(canOpenMyFinancing(arrival)).toBe(true);
      expect(openedPage(arrival, "MY_FINANCING")).toEqual({ page: "SERVICING" });
      expect(openedPage(arrival, "ELSEWHERE")).toEqual(openedPage(arrival, null));
    }
  });

  it("is never the page of the products without a product", () => {
    expect(canOpenMyFinancing(newcomer)).toBe(false);
    expect(openedPage(newcomer, "MY_FINANCING").page).toBe("OFFER_FLOW");
  });

  it("is that of expired offers only if the owner opens it from the products", () => {
    for (const offerStep of ["OFFERS_EXPIRED", "OFFER_REFRESH_PENDING"] as const) {
      const arrival = { ...owner, offerStep };
      expect(openedPage(arrival, null)).toEqual({ page: "SERVICING" });
      expect(openedPage(arrival, "ELSEWHERE")).toEqual({ page: "OFFER_FLOW", step: offerStep });
      expect(openedPage({ ...arrival, roles: ["OPERATOR"] }, "ELSEWHERE")).toEqual({ page: "SERVICING" });
    }
    expect(openedPage(owner, "ELSEWHERE")).toEqual({ page: "SERVICING" });
  });
});

describe("an application for more", () => {
  const begun = { ...owner, offerStep: null, onboardingStep: "ONBOARDING.COLLECT_CONSENT" } as const;

  it("is opened from the products until it is sent, and carries My financing", () => {
    expect(openedPage(begun, null)).toEqual({ page: "SERVICING" });
    expect(openedPage(begun, "ELSEWHERE")).toEqual({ page: "ONBOARDING_FLOW", step: "ONBOARDING.COLLECT_CONSENT" });
    expect(canOpenMyFinancing(begun)).toBe(true);
    expect(alertFor(begun)).toBe("APPLICATION_BEGUN");
    expect(openedPage({ ...begun, roles: ["OPERATOR"] }, "ELSEWHERE")).toEqual({ page: "SERVICING" });
  });

  it("leaves the products where the owner enters while it is decided", () => {
    const sent = { ...owner, offerStep: "OFFERS_PENDING" } as const;
    expect(openedPage(sent, "ELSEWHERE")).toEqual({ page: "SERVICING" });
    expect(alertFor(sent)).toBe("APPLICATION_IN_REVIEW");
  });

  it("that was declined shows its reasons when they are opened", () => {
    const declined = { ...owner, offerStep: "NO_OFFERS_EXTENDED" } as const;
    expect(openedPage(declined, null)).toEqual({ page: "SERVICING" });
    expect(openedPage(declined, "ELSEWHERE")).toEqual({ page: "OFFER_FLOW", step: "NO_OFFERS_EXTENDED" });
  });
});

describe("input that is asked for while an accepted offer is closed", () => {
  const input = { page: "ONBOARDING_FLOW", step: "REQUEST_ADDITIONAL_USER_INPUT" };
  const closing = { ...asked, offerStep: "OFFER_ACCEPTED" } as const;

  it.each([
    ["with a product", closing],
    ["before the first product", { ...closing, servicingStep: null, hasIssuedProducts: false }],
  ])("is opened from the page of the offer, where the owner enters, %s", (_, arrival) => {
    expect(openedPage(arrival, null)).toEqual({ page: "OFFER_FLOW", step: "OFFER_ACCEPTED" });
    expect(canOpenAdditionalInput(arrival)).toBe(true);
    expect(openedPage(arrival, "ADDITIONAL_INPUT")).toEqual(input);
  });

  it("leads back to the page of the offer once it is given", () => {
    const given = { ...closing, onboardingStep: "WAITING_FOR_OFFERS" };
    expect(canOpenAdditionalInput(given)).toBe(false);
    expect(openedPage(given, "ADDITIONAL_INPUT")).toEqual({ page: "OFFER_FLOW", step: "OFFER_ACCEPTED" });
  });

  it("is offered to the primary owner only, and not before an offer is accepted", () => {
    expect(canOpenAdditionalInput({ ...closing, roles: ["OPERATOR"] })).toBe(false);
    expect(canOpenAdditionalInput({ ...closing, offerStep: "COLLECT_PERSONA" })).toBe(false);
  });
});

describe("the page that a component of the host page opens", () => {
  const components = ["INVOICE_SESSION", "BILL_SESSION", "INVOICE_UPLOAD", "DRAW", "PAY_NOW", "INVOICE_HISTORY"];

  it.each([...components, "PAYMENTS", "STATEMENTS", "AGREEMENTS", "BANK_ACCOUNTS"])(
    "%s opens the products",
    (component) => {
      for (const arrival of [owner, withOffer, asked]) expect(requestedPage(arrival, component)).toBe("MY_FINANCING");
      expect(requestedPage(newcomer, component)).toBeNull();
    },
  );

  it("is where the person enters for the summary", () => {
    for (const arrival of [owner, withOffer, newcomer]) expect(requestedPage(arrival, "SUMMARY")).toBe("ENTRY");
  });

  it("is none for an unknown component", () => {
    expect(requestedPage(owner, "INVOICE_SESSIONS")).toBeNull();
    expect(requestedPage(owner, "NOTIFICATIONS")).toBeNull();
  });

  it("shows bank accounts to the primary owner only", () => {
    expect(requestedPage({ ...owner, roles: ["OPERATOR"] }, "BANK_ACCOUNTS")).toBeNull();
    expect(requestedPage({ ...owner, roles: ["OPERATOR"] }, "PAY_NOW")).toBe("MY_FINANCING");
  });

  it("of a session is that of its component and its kinds", () => {
    expect(isSessionOf("INVOICE_SESSION", "INVOICE_SESSION_RELAXED")).toBe(true);
    expect(isSessionOf("BILL_SESSION", "BILL_SESSION")).toBe(true);
    expect(isSessionOf("INVOICE_SESSION", "BILL_SESSION")).toBe(false);
    expect(isSessionOf("INVOICE_SESSION_RELAXED", "INVOICE_SESSION")).toBe(false);
    expect(isSessionOf("PAY_NOW", "PAY_NOW")).toBe(false);
  });
});

describe("the alert about other pages", () => {
  it("names new offers, accepted offers, missing information and expired offers", () => {
    expect(alertFor(owner)).toBeNull();
    expect(alertFor(withOffer)).toBe("NEW_OFFERS_AVAILABLE");
    expect(alertFor({ ...owner, offerStep: "OFFER_ACCEPTED" })).toBe("ACCEPTED_OFFERS_PROCESSING");
    expect(alertFor(asked)).toBe("MORE_INFORMATION_NEEDED");
    expect(alertFor({ ...owner, offerStep: "OFFERS_EXPIRED" })).toBe("EXPIRED_OFFERS");
  });

  it("is for the primary owner only", () => {
    for (const role of ["OPERATOR", "SECONDARY_OWNER"] as const)
      expect(alertFor({ ...withOffer, roles: [role] })).toBeNull();
  });
});
