import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AdditionalInputProvider } from "../../shared/business/additional-input-context.ts";
import { OfferFlow } from "../offer-flow.tsx";
import { groupOf, offerOf, rendered, stepData } from "../rendered.fixture.tsx";
import { useAgreementWords } from "./agreement-words.ts";
import type { ClosingData } from "./closing-step.ts";
import { CoOwnerOfferFlow } from "./co-owner-offer-flow.tsx";
import { isCoOwnerOfferStep } from "./co-owner-offers.ts";
import { DecideAboutSigner } from "./decide-about-signer.tsx";
import { PollsExceeded, poll } from "./poll.ts";
import { placeOf } from "./verify-identity.tsx";

type Shown = { product?: ProductType; next?: string; disclosure?: object | null; chosenAmountCents?: number | null };

/** A step of the primary owner, with what the server answers about it. */
function at(step: OfferStep, data: ClosingData, { product = "TERM_LOAN", ...shown }: Shown = {}) {
  const chosen = offerOf(product, { status: "SELECTED", chosenAmountCents: shown.chosenAmountCents ?? null });
  const { next = "SIGN_AGREEMENT", disclosure = null } = shown;
  return rendered(<OfferFlow step={step} takesFocus={false} />, {
    groups: [groupOf(chosen)],
    answers: [stepData(step, data), [["disclosed", chosen.id, chosen.chosenAmountCents], { next, disclosure }]],
  });
}

describe("COLLECT_TAX_ID", () => {
  it("shared tax form: asks for the entity type, and shows the place of the step in the progress", async () => {
    const { text, radios } = await at("COLLECT_TAX_ID", {
      tax: { entityType: null, tinLast4: null, hasPrimaryOwnerSsn: false },
    });
    expect(text).toContain("Step 2 of 6");
    expect(text).toContain("Business Tax Return");
    expect(text).toContain("Personal Tax Return");
    expect(radios).toHaveLength(2);
  });

  it.each([
    ["the EIN of a business with its own return", "CORPORATE_TAX", false, "EIN"],
    ["the SSN for a personal return", "PASS_THROUGH", false, "SSN"],
  ] as const)("asks for %s", async (_, entityType, hasPrimaryOwnerSsn, label) => {
    const { text } = await at("COLLECT_TAX_ID", { tax: { entityType, tinLast4: null, hasPrimaryOwnerSsn } });
    expect(text).toContain(label);
  });

  it("asks for no SSN that is on file", async () => {
    const tax = { entityType: "PASS_THROUGH", tinLast4: null, hasPrimaryOwnerSsn: true } as const;
    expect((await at("COLLECT_TAX_ID", { tax })).text).not.toContain("SSN");
  });
});

describe("COLLECT_PERSONAL_PHONE_NUMBER", () => {
  it("'Let's verify your personal number', field 'Personal phone number', button Verify", async () => {
    const { title, text, buttons } = await at("COLLECT_PERSONAL_PHONE_NUMBER", { personalPhone: null });
    expect(title).toBe("Let's verify your personal number");
    expect(text).toContain("Personal phone number");
    expect(buttons).toContain("Verify");
  });

  it("names the number on file by its last digits only", async () => {
    const personalPhone = { number: "•••• 0142", isVerified: false };
    expect((await at("COLLECT_PERSONAL_PHONE_NUMBER", { personalPhone })).text).toContain("•••• 0142 is on file");
  });
});

describe("identity verification", () => {
  const identity = { businessId: "b", inquiryId: "inq_1", isResumable: false, status: null } as const;

  it.each<[string, ClosingData["identity"], string]>([
    ["no inquiry: start screen", { ...identity, inquiryId: null }, "START"],
    ["inquiry existing and not failed: embedded", { ...identity, isResumable: true, status: "PENDING" }, "FRAME"],
    ["an expired inquiry goes on", { ...identity, isResumable: true, status: "EXPIRED" }, "FRAME"],
    ["failed: error screen", { ...identity, status: "FAILED" }, "FAILED"],
    ["failed, and staff allow a new one: start screen", { ...identity, isResumable: true, status: "FAILED" }, "START"],
    ["a non-resumable finished inquiry auto-submits", { ...identity, status: "COMPLETED" }, "SUBMITTING"],
    ["an inquiry under review is asked about again", { ...identity, status: "NEEDS_REVIEW" }, "SUBMITTING"],
  ])("%s", (_, data, place) => expect(placeOf(data)).toBe(place));

  it("failure screen: 'Identity verification failed', 'Please contact support.' and how", async () => {
    const { title, text, buttons } = await at("COLLECT_PERSONA", { identity: { ...identity, status: "FAILED" } });
    expect(title).toBe("Identity verification failed");
    expect(text).toContain("Please contact support.");
    expect(text).toContain("help@inlay.example");
    expect(buttons).toEqual(expect.arrayContaining(["Close", "Back"]));
  });
});

describe("SELECT_PRIMARY_BANK_ACCOUNT", () => {
  const account = (id: string, roles: ("SERVICING" | "DISBURSEMENT")[], isChecking = true) => ({
    id,
    institutionName: "First Calm Bank",
    accountName: `Operating ${id}`,
    accountNumberLast4: "6789",
    isAccountNumberTokenized: false,
    tokenId: null,
    plaidAccountId: null,
    achAuthorized: true,
    isChecking,
    bankAccountCreatedMethod: "PLAID" as const,
    roles,
    firstPayoutOn: null,
    createdAt: "2026-11-18T12:00:00Z",
  });
  const accountsV2 = [account("A", []), account("B", ["SERVICING"]), account("C", [], false)];

  it("accounts are shown by institution, account name and last 4 digits; the account with the SERVICING role is preselected", async () => {
    const { text, radios, buttons } = await at("SELECT_PRIMARY_BANK_ACCOUNT", { accountsV2 });
    expect(text).toContain("Operating A First Calm Bank, ending in 6789");
    expect(radios.map(({ isChecked }) => isChecked)).toEqual([false, true]);
    expect(buttons).toContain("Link another account");
  });

  it.each([
    ["' and funding' is appended when no platform disbursement account is expected", false, true],
    ["an account that is not paid to is for repayment only", true, false],
  ])("%s", async (_, platformDisbursementAccountExpected, isPaidTo) => {
    const { title, text } = await at("SELECT_PRIMARY_BANK_ACCOUNT", {
      accountsV2,
      platformDisbursementAccountExpected,
    });
    expect(title).toBe(isPaidTo ? "Select an account for repayment and funding" : "Select an account for repayment");
    expect(text.includes("may delay your first payout")).toBe(isPaidTo);
  });
});

describe("COLLECT_LEGAL_AGREEMENTS", () => {
  it.each([
    ["names the day on which it is expected", false, "We expect it by Nov 20, 2026."],
    ["says that it takes longer after that day", true, "It takes longer than we thought"],
  ])("while another lender's payoff figure is awaited: %s", async (_, isOverdue, sentence) => {
    const payoffLetters = { dueOn: "2026-11-20", isOverdue };
    const { title, text, buttons } = await at("COLLECT_LEGAL_AGREEMENTS", { payoffLetters });
    expect(title).toBe("We are asking your lender for the payoff figure");
    expect(text).toContain(sentence);
    expect(text).toContain("You get an email when it is there.");
    expect(buttons).toEqual(["Close", "Back"]);
  });

  it.each([
    ["names the day on which it is decided", false, "We expect to be done by Nov 20, 2026."],
    ["says that it takes longer after that day", true, "It takes longer than we thought."],
  ])("while a change of the owners is checked: %s", async (_, isOverdue, sentence) => {
    const signerChange = { dueOn: "2026-11-20", isOverdue };
    const { title, text, buttons } = await at("COLLECT_LEGAL_AGREEMENTS", { signerChange });
    expect(title).toBe("We are checking the change of owners");
    expect(text).toContain(sentence);
    expect(buttons).toEqual(["Close", "Back"]);
  });

  it("another owner who did not sign either is decided about while a change is checked", async () => {
    const other = { ownerId: "o", firstName: "Ada", lastName: "Okafor", email: "a@tidewater.example" };
    const { text, buttons } = await at("COLLECT_LEGAL_AGREEMENTS", {
      signerChange: { dueOn: "2026-11-20", isOverdue: false },
      signersToDecide: [{ ...other, why: "UNANSWERED", canCorrectEmail: false }],
    });
    expect(text).toContain("Ada Okafor did not sign the agreement for two weeks.");
    expect(buttons).toContain("Decide what happens with Ada Okafor");
  });

  it("after a co-owner has declined: the owner decides about them, or signs again", async () => {
    const declined = { ownerId: "o", firstName: "Daniel", lastName: "Okafor", email: "d@tidewater.example" };
    const { text, buttons } = await at("COLLECT_LEGAL_AGREEMENTS", {
      signersToDecide: [{ ...declined, why: "DECLINED", canCorrectEmail: false }],
    });
    expect(text).toContain("Daniel Okafor declined to sign the agreement. If you sign it again, we ask them again.");
    expect(buttons).toEqual(expect.arrayContaining(["Decide what happens with Daniel Okafor", "Sign the agreement"]));
  });

  const disclosure = { id: "d", needsSignature: true, aprPercentage: 23.91 };

  it.each([
    ["TERM_LOAN", "Sign your loan agreement", "Loan agreement"],
    ["MCA", "Sign your advance agreement", "Advance agreement"],
  ] as const)("%s: '%s'", async (product, heading, document) => {
    const { title, text } = await at("COLLECT_LEGAL_AGREEMENTS", {}, { product });
    expect(title).toBe(heading);
    expect(text).toContain(document);
    if (product === "MCA") expect(text).not.toMatch(/\bloan\b/i);
  });

  it.each([
    ["the disclosure is downloaded first", "DELIVER_DISCLOSURE", "Download the disclosure (PDF)"],
    ["then it is signed", "SIGN_DISCLOSURE", "Sign the disclosure"],
    ["then the agreement is signed", "SIGN_AGREEMENT", "Sign the agreement"],
  ])("%s", async (_, next, button) => {
    const { buttons, text } = await at("COLLECT_LEGAL_AGREEMENTS", {}, { next, disclosure });
    expect(buttons.filter((name) => /^(Sign|Download)/.test(name)).at(-1)).toBe(button);
    expect(text).toContain("APR 23.91%");
  });

  it.each<[string, ClosingData, string]>([
    ["when all are signed the legal-agreements-collected event is sent", signedBy(true), "SIGN_AGREEMENT"],
    ["a completed agreement is not presented again", {}, "NOTHING"],
  ])("%s", async (_, data, next) => {
    const { text, buttons } = await at("COLLECT_LEGAL_AGREEMENTS", data, { next });
    expect(text).toContain("We are reading your signature…");
    expect(buttons).not.toContain("Sign the agreement");
  });

  it("a document that is not signed is presented, again if it was declined", async () => {
    expect((await at("COLLECT_LEGAL_AGREEMENTS", signedBy(false))).buttons).toContain("Sign the agreement");
  });
});

function Failure({ product }: { product: ProductType | null }) {
  return <p>{useAgreementWords(product).failure}</p>;
}

describe("legal signing exception", () => {
  it.each([
    ["a loan", "TERM_LOAN", "Error occurred when signing the loan legal document"],
    ["an advance, which is no loan", "MCA", "Error occurred when signing the advance legal document"],
    ["a product that is not known to a co-owner", null, "Error occurred when signing the legal document"],
  ] as const)("of %s", async (_, product, sentence) => {
    expect((await rendered(<Failure product={product} />)).text).toBe(sentence);
  });
});

const signedBy = (userHasSigned: boolean): ClosingData => ({
  documents: [{ documentUrl: null, userHasSigned, offer: { id: "0f7f7b5e-0000-4000-8000-000000000001" } }],
});

describe("legal documents are polled at 2.5 s intervals", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("until the document has a URL", async () => {
    const ask = vi.fn(async () => (ask.mock.calls.length < 3 ? null : "url"));
    const found = poll(ask);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toBe("url");
  });

  it("max 10 polls, then they are exceeded", async () => {
    const ask = vi.fn(async () => null);
    const outcome = poll(ask).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toBeInstanceOf(PollsExceeded);
    expect(ask).toHaveBeenCalledTimes(10);
  });

  it("a failure ends the polling", async () => {
    await expect(poll(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  });
});

const recipient = (firstName: string, hasCompleted: boolean) => ({
  firstName,
  lastName: "Okafor",
  email: `${firstName.toLowerCase()}@tidewater.example`,
  hasCompleted,
});
const waiting = { documentDetails: { recipients: [recipient("Maya", true), recipient("Daniel", false)] } };

describe("OFFER_ACCEPTED", () => {
  it("if some recipients have not completed: 'Waiting for additional signatures', with each one's name, email and mark", async () => {
    const { title, text, buttons } = await at("OFFER_ACCEPTED", waiting);
    expect(title).toBe("Waiting for additional signatures");
    expect(text).toContain(
      "Thank you for signing your loan agreement. You will receive your funding once all owners sign the document.",
    );
    expect(text).toContain("1 of 2 have signed");
    expect(text).toContain("Maya Okafor maya@tidewater.example Signed");
    expect(text).toContain("Daniel Okafor daniel@tidewater.example Has not signed yet");
    expect(buttons).toContain("Close");
  });

  it.each(["MCA", "INTEGRATED_MCA"] as const)("waiting page of %s: the thanks name no loan", async (product) => {
    const { text } = await at("OFFER_ACCEPTED", waiting, { product });
    expect(text).toContain(
      "Thank you for signing your advance agreement. You will receive your funding once all owners sign the document.",
    );
    expect(text).not.toContain("loan agreement");
  });

  it("a co-owner who does not sign: who is reminded when, and the way back to the offers after 14 days", async () => {
    const { text, buttons } = await at("OFFER_ACCEPTED", waiting);
    expect(text).toContain("After 14 days you can go back to the offers");
    expect(buttons).toContain("Go back to the offers");
  });

  const silent = {
    ownerId: "0f7f7b5e-0000-4000-8000-000000000002",
    firstName: "Daniel",
    lastName: "Okafor",
    email: "daniel@tidewater.example",
    why: "UNANSWERED",
    canCorrectEmail: true,
  } as const;

  it("a co-owner who has not signed until the last reminder: the owner decides about them, and about nobody before", async () => {
    const decide = "Decide what happens with Daniel Okafor";
    expect((await at("OFFER_ACCEPTED", { ...waiting, signersToDecide: [] })).buttons).not.toContain(decide);
    const { buttons } = await at("OFFER_ACCEPTED", { ...waiting, signersToDecide: [silent] });
    expect(buttons.filter((name) => name.startsWith("Decide"))).toEqual([decide]);
  });

  it.each([
    [
      "whose link may have gone to a wrong address",
      silent,
      "2026-12-28",
      ["Keep waiting", "Correct the email address", "Somebody else signs", "Remove Daniel Okafor"],
    ],
    [
      "who has begun",
      { ...silent, canCorrectEmail: false },
      "2026-12-28",
      ["Keep waiting", "Somebody else signs", "Remove Daniel Okafor"],
    ],
    [
      "who has declined",
      { ...silent, why: "DECLINED" as const, canCorrectEmail: false },
      null,
      ["Somebody else signs", "Remove Daniel Okafor"],
    ],
  ])("decision about a co-owner %s: %s", async (_, signer, signaturesUntil, choices) => {
    const page = (language: "en" | "es") =>
      rendered(
        <DecideAboutSigner
          signer={signer}
          signaturesUntil={signaturesUntil}
          step="OFFER_ACCEPTED"
          reload={async () => undefined}
          onBack={() => undefined}
        />,
        { language },
      );
    const { title, text, radios, buttons } = await page("en");
    expect(title).toBe(signer.why === "DECLINED" ? "Daniel Okafor declined to sign" : "Daniel Okafor has not signed");
    for (const choice of choices) expect(text).toContain(choice);
    expect(radios).toHaveLength(choices.length);
    if (signaturesUntil) expect(text).toContain("Signatures are possible until Dec 28, 2026.");
    expect(buttons).toEqual(expect.arrayContaining(["Confirm", "Back"]));
    expect((await page("es")).title).toContain(signer.why === "DECLINED" ? "no quiso firmar" : "no ha firmado");
  });

  it("says that more information is needed, and leads to it, while the offer is closed", async () => {
    const page = <OfferFlow step="OFFER_ACCEPTED" takesFocus={false} />;
    const around = {
      groups: [groupOf(offerOf("TERM_LOAN", { status: "ACCEPTED" }))],
      answers: [stepData("OFFER_ACCEPTED", {})],
    };
    const asked = await rendered(
      <AdditionalInputProvider value={() => undefined}>{page}</AdditionalInputProvider>,
      around,
    );
    expect(asked.text).toContain("More information needed");
    expect(asked.buttons).toContain("Give the information");
    expect((await rendered(page, around)).buttons).not.toContain("Give the information");
  });

  const headings: Record<ProductType, string> = {
    TERM_LOAN: "Congratulations! $48,500.00 is on the way to your account",
    LOC_TERM_LOAN: "We are activating your line of credit",
    FAST_PAY: "We are activating your financing plans",
    EXTEND_PAY_PURCHASE_ORDER: "We are activating your financing plans",
    MCA: "We are finalizing your cash advance",
    INTEGRATED_MCA: "We are finalizing your cash advance",
  };
  it.each(productTypes)("otherwise the text of the product: %s", async (product) => {
    const { title, text } = await at(
      "OFFER_ACCEPTED",
      {
        documentDetails: { recipients: [recipient("Maya", true)] },
      },
      { product },
    );
    expect(title).toBe(headings[product]);
    if (product.endsWith("MCA")) expect(text).not.toMatch(/\bloan\b|\binterest\b/i);
  });

  it("term loan: funds within 24 hours, net of origination fee and any payoff, for the amount that was chosen", async () => {
    const { title, text, rows } = await at("OFFER_ACCEPTED", {}, { chosenAmountCents: 2_000_000 });
    expect(title).toBe("Congratulations! $19,400.00 is on the way to your account");
    expect(text).toContain(
      "Your funds will be deposited within 24 hours, net of the origination fee and any payoff of existing debts.",
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        ["Loan amount", "$20,000.00"],
        ["Origination fee", "−$600.00"],
        ["On the way to you", "$19,400.00"],
      ]),
    );
  });
});

describe("'within 24 hours' of a payout", () => {
  const acceptedAt = async (product: ProductType, fundsExpectedOn: string | undefined) =>
    (await at("OFFER_ACCEPTED", { fundsExpectedOn }, { product })).text;

  it.each(["TERM_LOAN", "MCA", "INTEGRATED_MCA"] as const)(
    "of %s is the earliest banking day after the hold of the account, from the server",
    async (product) => {
      const text = await acceptedAt(product, "2026-11-24");
      expect(text).toMatch(/We send \$[\d,.]+ In your account on November 24, 2026 at the earliest/);
    },
  );

  it("is not named for a line, which pays nothing out", async () => {
    expect(await acceptedAt("LOC_TERM_LOAN", "2026-11-24")).not.toContain("November 24");
  });
});

describe("co-owner", () => {
  const coOwnerAt = (step: OfferStep, data: ClosingData) => {
    if (!isCoOwnerOfferStep(step)) throw new RangeError(step);
    return rendered(<CoOwnerOfferFlow step={step} takesFocus={false} />, {
      answers: [stepData(step, data, "co-owner")],
    });
  };

  it.each<[OfferStep, ClosingData, string, string]>([
    ["COLLECT_PERSONA", {}, "Let's verify it's you and not an imposter", "Step 1 of 2"],
    ["COLLECT_LEGAL_AGREEMENTS", { offers: [offerOf("TERM_LOAN")] }, "Sign your loan agreement", "Step 2 of 2"],
    ["COLLECT_LEGAL_AGREEMENTS", {}, "Sign your agreement", "Step 2 of 2"],
    ["OFFER_ACCEPTED", waiting, "Waiting for additional signatures", "1 of 2 have signed"],
    ["OFFER_ACCEPTED", {}, "Thank you. Your part is done", "Everybody has signed"],
  ])("%s: the page of the primary owner, without the way back to the offers", async (step, data, heading, words) => {
    const { title, text, buttons } = await coOwnerAt(step, data);
    expect(title).toBe(heading);
    expect(text).toContain(words);
    expect(buttons).not.toContain("Back");
  });

  it("reads for which business they sign", async () => {
    expect((await coOwnerAt("COLLECT_LEGAL_AGREEMENTS", {})).text).toContain("applied for Tidewater Bikes");
  });

  it.each([null, "DISPLAY_OFFERS", "COLLECT_TAX_ID", "OFFERS_EXPIRED"] as const)("has no part in the step %s", (step) =>
    expect(isCoOwnerOfferStep(step)).toBe(false),
  );
});
