import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { additionalInputs } from "../packages/lending/src/onboarding/steps.ts";
import type { Screen } from "./screen.ts";
import { signInStaffMember } from "./setup.ts";

const request = "The lease of your shop, with all pages.";
/** Every additional input that an owner answers, in the order in which they are shown. */
export const askedInputs = additionalInputs.filter((subStep) => subStep !== "MANUAL_OVERRIDE");
type Asked = (typeof askedInputs)[number];

/** How an owner answers each additional input, in their language. */
type Answer = { title: string; give: (screen: Screen, say: (english: string) => string) => Promise<void> };
const goOn = (screen: Screen, say: (english: string) => string) => screen.press(say("Continue"));
export const answers: Record<Asked, Answer> = {
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

/** A member of staff requests every additional input of a business. */
export async function requestEveryInput(businessId: string): Promise<void> {
  const underwriter = await signInStaffMember("UNDERWRITER");
  for (const subStep of askedInputs) {
    const words = subStep === "ADDITIONAL_DOCUMENTS_UPLOAD" ? { request } : {};
    const raised = await underwriter("POST", `/businesses/${businessId}/additional-inputs`, {
      subStep,
      reason: "The file is thin.",
      ...words,
    });
    expect(raised, subStep).toMatchObject({ status: 200 });
  }
}
