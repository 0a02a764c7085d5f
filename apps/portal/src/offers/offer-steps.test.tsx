import { type OfferStep, offerSteps } from "@inlay/lending/offers/steps.ts";
import { describe, expect, it } from "vitest";
import { NoticePage } from "../notices/notice-page.tsx";
import { OfferFlow } from "./offer-flow.tsx";
import { offerProgress } from "./offer-progress.ts";
import { groupOf, offerOf, rendered, type Surroundings, stepData } from "./rendered.fixture.tsx";
import { ExpiredDetails } from "./steps/offers-expired.tsx";

const loan = offerOf("TERM_LOAN");
const groups = [groupOf(loan)];
/** The application after the loan is chosen, and what its steps show. */
const chosenGroups = [groupOf({ ...loan, status: "SELECTED" })];
const closing: NonNullable<Surroundings["answers"]> = [
  stepData("COLLECT_TAX_ID", { tax: { entityType: null, tinLast4: null, hasPrimaryOwnerSsn: false } }),
  stepData("COLLECT_PERSONAL_PHONE_NUMBER", { personalPhone: null }),
  stepData("COLLECT_PERSONA", {}),
  stepData("SELECT_PRIMARY_BANK_ACCOUNT", {}),
  stepData("COLLECT_LEGAL_AGREEMENTS", {}),
  stepData("OFFER_ACCEPTED", {}),
  [["disclosed", loan.id, null], { next: "SIGN_AGREEMENT", disclosure: null }],
];
const at = (step: OfferStep, around: Surroundings = {}) =>
  rendered(<OfferFlow step={step} takesFocus={false} />, { groups, ...around });

const neverRendered: OfferStep[] = ["OFFERS_PENDING", "ISSUED_PRODUCT_CREATED"];
/** The heading of each step in English and Spanish, and its buttons without links to other pages. */
const screens: Partial<Record<OfferStep, [english: string, spanish: string, buttons: string[]]>> = {
  DISPLAY_OFFERS: ["You're approved!", "¡Su solicitud está aprobada!", ["Continue with offer", "Back"]],
  COLLECT_TAX_ID: [
    "How does the business file its taxes?",
    "¿Cómo declara impuestos la empresa?",
    ["Continue", "Back"],
  ],
  COLLECT_PERSONAL_PHONE_NUMBER: [
    "Let's verify your personal number",
    "Verifiquemos su número personal",
    ["Verify", "Back"],
  ],
  COLLECT_PERSONA: [
    "Let's verify it's you and not an imposter",
    "Verifiquemos que es usted y no un impostor",
    ["Verify", "Back"],
  ],
  SELECT_PRIMARY_BANK_ACCOUNT: [
    "Select an account for repayment and funding",
    "Elija una cuenta para los pagos y para recibir los fondos",
    ["Connect your bank", "Back"],
  ],
  COLLECT_LEGAL_AGREEMENTS: [
    "Sign your loan agreement",
    "Firme su contrato de préstamo",
    ["Sign the agreement", "Back"],
  ],
  OFFER_ACCEPTED: [
    "Congratulations! $48,500.00 is on the way to your account",
    "¡Felicidades! $48,500.00 van en camino a su cuenta",
    ["Close"],
  ],
  OFFERS_EXPIRED: [
    "Your offers expired but we can refresh them for you",
    "Sus ofertas vencieron, pero podemos renovarlas",
    ["Refresh offers", "Close"],
  ],
  OFFER_REFRESH_PENDING: [
    "We will be in touch soon. Thanks!",
    "Pronto nos pondremos en contacto. ¡Gracias!",
    ["Close"],
  ],
  NO_OFFERS_EXTENDED: [
    "Sorry, you do not have any offers available right now",
    "Lo sentimos, en este momento no tiene ofertas disponibles",
    ["Learn more", "Close"],
  ],
  LOAN_APPLICATION_INCOMPLETE: [
    "Your loan application is closed",
    "Su solicitud de préstamo está cerrada",
    ["Close", "Apply again"],
  ],
  LOAN_APPLICATION_WITHDRAWN: [
    "Your loan application has been withdrawn",
    "Su solicitud de préstamo fue retirada",
    ["Close", "Apply again"],
  ],
};

describe("the server's current offer step decides the screen", () => {
  it("every step has a screen, or is never rendered", () => {
    expect([...Object.keys(screens), ...neverRendered].sort()).toEqual([...offerSteps].sort());
  });

  it.each(neverRendered)("%s must never be rendered: an error is raised", async (step) => {
    await expect(at(step)).rejects.toThrow(`The step ${step} is never rendered.`);
  });

  it.each(Object.entries(screens))("%s: %j", async (step, [english, spanish, actions]) => {
    const isChosen = step === "OFFER_ACCEPTED" || step.startsWith("COLLECT_") || step.startsWith("SELECT_");
    const around = isChosen ? { groups: chosenGroups, answers: closing } : {};
    const { title, buttons } = await at(step as OfferStep, around);
    expect(title).toBe(english);
    expect(buttons).toEqual(expect.arrayContaining(actions));
    expect(buttons.includes("Back")).toBe(actions.includes("Back"));
    expect((await at(step as OfferStep, { ...around, language: "es" })).title).toBe(spanish);
  });
});

describe("a step-change callback fires when the step changes: the parent page is told", () => {
  it.each([
    ["DISPLAY_OFFERS", 1],
    ["COLLECT_TAX_ID", 2],
    ["COLLECT_PERSONAL_PHONE_NUMBER", 3],
    ["COLLECT_PERSONA", 4],
    ["SELECT_PRIMARY_BANK_ACCOUNT", 5],
    ["COLLECT_LEGAL_AGREEMENTS", 6],
    ["OFFER_ACCEPTED", 0],
    ["OFFERS_EXPIRED", 0],
  ] as const)("%s is %i of 6", (step, position) => {
    expect(offerProgress(step)).toEqual({ section: "offers", position, of: 6 });
  });
});

describe("DISPLAY_OFFERS", () => {
  it("shows one offer group, the first of the server, and the compare-offers toggle leads to the others", async () => {
    const several = await at("DISPLAY_OFFERS", { groups: [groupOf(offerOf("FAST_PAY")), ...groups] });
    expect(several.text).toContain("Monthly credit limit");
    expect(several.text).not.toContain("Loan amount");
    expect(several.buttons).toContain("Compare offers");
    const twoTerms = [groupOf(loan, offerOf("TERM_LOAN", { id: "2", pricing: { durationDays: 540 } }))];
    expect((await at("DISPLAY_OFFERS", { groups: twoTerms })).buttons).toContain("Compare offers");
    expect((await at("DISPLAY_OFFERS")).buttons).not.toContain("Compare offers");
  });

  it("shows the 'Expired' stamp once every offer of the group has an expiredAt in the past", async () => {
    const past = offerOf("TERM_LOAN", { expiredAt: "2020-01-01T00:00:00Z" });
    expect((await at("DISPLAY_OFFERS", { groups: [groupOf(past)] })).buttonsOff).toContain("Continue with offer");
    expect((await at("DISPLAY_OFFERS", { groups: [groupOf(past)] })).text).toContain("Expired");
    expect((await at("DISPLAY_OFFERS", { groups: [groupOf(past, loan)] })).text).not.toContain("Expired");
  });

  it("says 'Invalid offer details' without an offer", async () => {
    expect((await at("DISPLAY_OFFERS", { groups: [] })).title).toBe("Invalid offer details");
  });
});

describe("OFFERS_EXPIRED", () => {
  const issued = [{ ...groupOf(loan), issuedProducts: [{} as never] }];

  it("has a link 'Display expired offer'", async () => {
    expect((await at("OFFERS_EXPIRED")).text).toContain("Display expired offer");
    expect((await rendered(<ExpiredDetails groups={groups} />)).text).toContain("Loan amount up to");
  });

  it.each([
    ["Back if any offer group has issued products", issued, "Back"],
    ["else Close", groups, "Close"],
  ])("secondary button reads %s", async (_, offered, secondary) => {
    expect((await at("OFFERS_EXPIRED", { groups: offered })).buttons).toEqual(["Refresh offers", secondary]);
  });

  it("says 'Invalid offer details' for invalid expired-offer data", async () => {
    expect((await rendered(<ExpiredDetails groups={[]} />)).text).toBe("Invalid offer details");
  });
});

it("OFFER_REFRESH_PENDING: offers being refreshed, reply within 48 hours or less", async () => {
  expect((await at("OFFER_REFRESH_PENDING")).text).toContain(
    "Your offers are being refreshed. We reply by email within 48 hours or less",
  );
});

describe("NO_OFFERS_EXTENDED, learn more", () => {
  const text = (title: string, reason: string, contact: string) => ({
    title,
    facts: [{ label: contact, value: "help@inlay.example" }],
    sections: [{ heading: reason, blocks: [{ kind: "LIST", items: ["Time in business"] }] }],
  });
  const notice = {
    id: "n",
    text: {
      en: text("Notice of action taken and reasons", "Reasons", "Contact"),
      es: text("Aviso de la decisión tomada y sus motivos", "Motivos", "Contacto"),
    },
  };
  const page = (answers: NonNullable<Surroundings["answers"]>) =>
    rendered(<NoticePage onBack={() => undefined} />, { answers });

  it.each([
    ["while it is written", []],
    ["as it was issued", [{ id: "n", isPrivate: false }]],
  ])("is 'Notice of action taken and reasons' with Back and Close, %s", async (_, notices) => {
    const { title, buttons } = await page([
      [["notices"], notices],
      [["notice", "n"], notice],
    ]);
    expect(title).toBe("Notice of action taken and reasons");
    expect(buttons).toEqual(expect.arrayContaining(["Close", "Back"]));
  });

  it("shows the reasons and the contact of the notice", async () => {
    const { text: shown, rows } = await page([
      [["notices"], [{ id: "n", isPrivate: false }]],
      [["notice", "n"], notice],
    ]);
    expect(shown).toContain("Reasons Time in business");
    expect(rows).toEqual([["Contact", "help@inlay.example"]]);
  });
});
