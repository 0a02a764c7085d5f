import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { additionalInputs } from "../packages/lending/src/onboarding/steps.ts";
import { applicantOf } from "./applicant.ts";
import { openAccount, openFinancing, settled } from "./demo.ts";
import { expectWaitingPage } from "./journey.ts";
import { businessOf, rowsOf } from "./rows.ts";
import { inPartnersPage, type Screen } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { signInStaffMember } from "./setup.ts";
import { type Language, wordsIn } from "./words.ts";

const request = "The lease of your shop, with all pages.";
const asked = additionalInputs.filter((subStep) => subStep !== "MANUAL_OVERRIDE");
type Asked = (typeof asked)[number];

/** How an owner answers each additional input, in their language. */
type Answer = { title: string; give: (screen: Screen, say: (english: string) => string) => Promise<void> };
const goOn = (screen: Screen, say: (english: string) => string) => screen.press(say("Continue"));
const answers: Record<Asked, Answer> = {
  VERIFY_USER_IDENTITY_INFORMATION: {
    title: "Confirm primary business owner and provide SSN",
    give: async (screen, say) => {
      await screen.fill({ ssn: "900-00-0001" });
      await goOn(screen, say);
    },
  },
  VERIFY_BUSINESS_INFORMATION: {
    title: "Confirm business and provide your EIN",
    give: async (screen, say) => {
      await screen.fill({ tin: "99-0000001" });
      await goOn(screen, say);
    },
  },
  VERIFY_BUSINESS_TAX_ID: {
    title: "Let's verify where to send the funds from your business loan",
    give: async (screen, say) => {
      await screen.choose(say("Business Tax Return"));
      await screen.fill({ tin: "99-0000001" });
      await goOn(screen, say);
    },
  },
  VERIFY_CREDIT_REPORT_UNLOCKED: { title: "Your credit report is locked", give: goOn },
  RECOLLECT_PLAID: { title: "Reconnect your bank accounts", give: goOn },
  UPDATE_PRIMARY_BANK_ACCOUNT: {
    title: "Select an account for repayment and funding",
    give: async (screen, say) => {
      await screen.root.getByRole("radio").first().check();
      await goOn(screen, say);
      // The account that is typed next needs no other step-up.
      await screen.confirmItIsMe();
    },
  },
  RECOLLECT_BANK_INFO: {
    title: "Confirm your statement details",
    give: async (screen, say) => {
      await screen.fill({
        name: "Copper Ridge Bank",
        routingNumber: "122199844",
        confirmRoutingNumber: "122199844",
        accountNumber: "000123456789",
        confirmAccountNumber: "000123456789",
      });
      await goOn(screen, say);
      await screen.shows(say("Authorize ACH payments"));
      await goOn(screen, say);
    },
  },
  RECOLLECT_BANK_STATEMENTS: {
    title: "Upload your recent bank statements",
    give: async (screen, say) => {
      await screen.upload("October.pdf");
      await goOn(screen, say);
    },
  },
  RECOLLECT_RAILZ: {
    title: "Reconnect your accounting software",
    give: async (screen, say) => {
      await screen.choose(say("My accountant"));
      await goOn(screen, say);
      await screen.shows(say("Who is your accountant?"));
      await screen.fill({
        accountantFirstName: "Nora",
        accountantLastName: "Quist",
        accountantEmail: `nora-${randomUUID()}@ledgers.test`,
      });
      await screen.press(say("Send the link"));
    },
  },
  RECOLLECT_TAX_RETURNS: {
    title: "Upload your business tax returns",
    give: async (screen, say) => {
      await screen.upload("Return 2025.pdf");
      await screen.upload("Return 2024.pdf");
      await goOn(screen, say);
    },
  },
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: {
    title: "Please check the other owners",
    give: (screen, say) => screen.press(say("Done")),
  },
  ADDITIONAL_DOCUMENTS_UPLOAD: {
    title: "Upload your documents",
    give: async (screen, say) => {
      await screen.says(request);
      await screen.upload("Lease.pdf");
      await goOn(screen, say);
    },
  },
};

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);

  test(`additional input: an owner answers every kind of request one after the other, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const query = language === "es" ? "?locale=es" : "";
    const { email } = await openAccount(page, query);
    const applicant = await applicantOf(page);
    await applicant.answerUntil("WAITING_FOR_OFFERS");
    const { businessId } = await businessOf(email);
    const underwriter = await signInStaffMember("UNDERWRITER");
    for (const subStep of asked) {
      const words = subStep === "ADDITIONAL_DOCUMENTS_UPLOAD" ? { request } : {};
      const raised = await underwriter("POST", `/businesses/${businessId}/additional-inputs`, {
        subStep,
        reason: "The file is thin.",
        ...words,
      });
      expect(raised, subStep).toMatchObject({ status: 200 });
    }

    await openFinancing(page, query);
    const screen = inPartnersPage(page);
    for (const [number, subStep] of asked.entries()) {
      const { title, give } = answers[subStep];
      await screen.shows(say(title));
      if (number > 0) await expect(screen.heading).toBeFocused();
      await settled(page);
      await screenshot(page, `asked-${language}-${String(number + 1).padStart(2, "0")}-${subStep.toLowerCase()}`);
      await give(screen, say);
    }
    await expectWaitingPage(screen, say);
    const { inputs, auditBreak } = await rowsOf(await businessOf(email));
    expect(inputs.filter(({ state }) => state !== "DONE")).toEqual([]);
    expect(new Set(inputs.map(({ subStep }) => subStep))).toEqual(new Set(asked));
    expect(auditBreak).toBeNull();
  });
}

test("additional input: an owner whose application is held sees the waiting page and has nothing to answer about the hold", async ({
  page,
}) => {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("WAITING_FOR_OFFERS");
  await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  const { businessId } = await businessOf(email);
  const underwriter = await signInStaffMember("UNDERWRITER");
  const hold = { subStep: "MANUAL_OVERRIDE", reason: "A second look." };
  expect(await underwriter("POST", `/businesses/${businessId}/additional-inputs`, hold)).toMatchObject({ status: 200 });
  await openFinancing(page);
  const screen = inPartnersPage(page);
  // Business verification did not find the business; a request that the owner can answer comes before the hold.
  const { title, give } = answers.VERIFY_BUSINESS_INFORMATION;
  await screen.shows(title);
  await give(screen, wordsIn("en"));
  await expectWaitingPage(screen);
  await settled(page);
  await screenshot(page, "asked-held");
});
