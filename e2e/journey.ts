import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import type { Screen } from "./screen.ts";

// An owner's path through the portal, screen by screen. Each function starts before its question and ends after its answer. Pages before
// the first question or between two questions are handled only here.

const waiting = "We will be in touch soon. Thanks!";

/** Every step on the longest path, and the heading of its screen. */
export const longestPath = {
  "ONBOARDING.START_FLOW": "Before you start",
  "ONBOARDING.SELECT_PRODUCTS": "What type of financing do you need?",
  "ONBOARDING.COLLECT_PERSONAL_DETAILS": "First, tell us who owns this business",
  "ONBOARDING.COLLECT_BUSINESS_DETAILS": "Now, tell us more about the business",
  "ONBOARDING.COLLECT_PLAID": "Connect your bank account",
  COLLECT_BANK_STATEMENTS: "Try uploading bank statements instead",
  COLLECT_BANK_INFO: "Confirm your statement details",
  "ONBOARDING.COLLECT_RAILZ": "How does the business file its taxes?",
  "ONBOARDING.COLLECT_EXISTING_DEBT": "Does the business have other debt?",
  "ONBOARDING.COLLECT_REFINANCE_OPTIONS": "Would you like to refinance any of these debts?",
  "ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS": "Does the business have other owners?",
  "ONBOARDING.COLLECT_CONSENT": "Last, review and accept terms",
};
export const answersOnLongestPath = {
  SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
  COLLECT_PLAID: { optToProvideBankStatements: true },
};

/** Goes from the first screen to the choice of products. */
export async function begin(screen: Screen): Promise<void> {
  await screen.shows("First, tell us your role at your company");
  await screen.choose("Business Owner");
  await screen.press("Continue");
  await screen.shows("Before you start");
  await screen.press("Continue");
  await screen.shows("See if you qualify for financing");
  await screen.chooseEverywhere("Yes");
  await screen.press("Continue");
  await screen.shows("Good news: you look eligible");
  await screen.press("Continue");
}

export async function chooseProduct(screen: Screen, product: string): Promise<void> {
  await screen.shows("What type of financing do you need?");
  await screen.tick(product);
  await screen.press("Continue");
}

type Person = { first?: string; last?: string };

/** A unique name, because the bureau remembers earlier requests about a person. */
export const newName = (): string => `Rosa${randomUUID().replace(/[^a-f]/g, "")}`;

export async function fillOwner(screen: Screen, { first = newName(), last = "Marín" }: Person = {}): Promise<void> {
  await screen.shows("First, tell us who owns this business");
  await screen.fill({
    primaryBusinessOwnerFirstName: first,
    primaryBusinessOwnerLastName: last,
    primaryBusinessOwnerEmail: `${first.toLowerCase()}@harbor.test`,
    phoneNumber: "5035550134",
  });
  await fillAddress(screen);
  await screen.press("Continue");
}

export async function fillBusiness(screen: Screen): Promise<string> {
  const name = `Harbor Bakery ${randomUUID().slice(0, 8)}`;
  await screen.shows("Now, tell us more about the business");
  await screen.fill({ businessName: name, phoneNumber: "5035550135", website: "harbor.test" });
  await fillAddress(screen);
  await screen.press("Continue");
  return name;
}

/** Enters the address by hand, because suggestions have a journey of their own. */
export async function fillAddress(screen: Screen): Promise<void> {
  await screen.press("Can't find your address?");
  await screen.fill({ addressLineOne: "12 Main St", city: "Salem", zipcode: "97301" });
  await screen.field("state").selectOption("OR");
}

/** An owner who links no bank uploads statements and enters the account by hand. The first account of a session needs a step-up. */
export async function uploadStatements(screen: Screen, hasSteppedUp = false): Promise<void> {
  await screen.shows("Try uploading bank statements instead");
  await screen.says("The last 6 months or more, from the primary account of your business.");
  await screen.upload("October.pdf");
  await screen.press("Continue");
  await screen.shows("Confirm your statement details");
  await screen.fill({
    name: "Copper Ridge Bank",
    routingNumber: "122199844",
    confirmRoutingNumber: "122199844",
    accountNumber: "000123456789",
    confirmAccountNumber: "000123456789",
  });
  await screen.press("Continue");
  await screen.shows("Authorize ACH payments");
  await screen.says("000123456789");
  await screen.press("Continue");
  if (!hasSteppedUp) await screen.confirmItIsMe();
}

export async function fileBusinessReturn(screen: Screen, ein = "99-0000001"): Promise<void> {
  await screen.shows("How does the business file its taxes?");
  await screen.choose("Business Tax Return");
  await screen.fill({ tin: ein });
  await screen.press("Continue");
}

export async function uploadReturns(screen: Screen): Promise<void> {
  await screen.shows("Upload your business tax returns");
  await screen.upload("Return 2025.pdf");
  await screen.upload("Return 2024.pdf");
  await screen.press("Continue");
}

export async function declareNoDebts(screen: Screen): Promise<void> {
  await screen.shows("Does the business have other debt?");
  await screen.press("No existing debt");
}

export async function declareNoCoOwners(screen: Screen): Promise<void> {
  await screen.shows("Does the business have other owners?");
  await screen.fill({ ownershipPercentage: "100" });
  await screen.press("Done");
}

/** States what the application is for. The state is preset with that of the business's address. */
export async function fillStatement(screen: Screen): Promise<void> {
  await screen.fill({ amountRequestedCents: "40,000", grossAnnualRevenueCents: "625,000" });
  await screen.field("useOfFunds").selectOption("INVENTORY");
  await screen.check("businessOwnersAreUsResidents-yes", "businessPurposeOnly");
}

export async function agree(screen: Screen): Promise<void> {
  await screen.shows("Last, review and accept terms");
  await fillStatement(screen);
  await screen.check("agreeToTermsAndPrivacyPolicy", "agreeToSoftPull");
  await screen.press("Agree and continue");
}

/** Answers the first request after consent: business verification does not find the business. */
export async function confirmBusiness(screen: Screen, say = (english: string) => english): Promise<void> {
  await screen.shows(say("Confirm business and provide your EIN"));
  await screen.fill({ tin: "99-0000001" });
  await screen.press(say("Continue"));
}

/** The page that confirms the application, before the survey. */
export const received = "We have your application";

/** Expects the waiting page. The survey and the page before it are optional; the survey is skipped. */
export async function expectWaitingPage(screen: Screen, say = (english: string) => english): Promise<void> {
  const confirmed = screen.heading.filter({ hasText: say(received) });
  await expect(confirmed.or(screen.button(say("Close")))).toBeVisible();
  if (await confirmed.isVisible()) {
    await screen.shows(say(received));
    await screen.press(say("Continue"));
    await screen.shows(say("We value your feedback"));
    await screen.press(say("Skip"));
  }
  await screen.shows(say(waiting));
  await expect(screen.button(say("Close"))).toBeVisible();
}
