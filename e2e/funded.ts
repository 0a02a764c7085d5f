import { expect, type Page } from "@playwright/test";
import { type Applicant, applicantOf } from "./applicant.ts";
import { applyFor, type Wishes } from "./apply.ts";
import { signAgreement, walkToAgreement } from "./closing-pages.ts";
import { heading, openFinancing } from "./demo.ts";
import { closers, fundLoan, sendPayout } from "./funding.ts";
import { confirmBusiness } from "./journey.ts";
import { expectOffered, openOffers, press } from "./offer-pages.ts";
import { acceptedLoan, productsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { advanceClock } from "./setup.ts";

/** A term loan whose owner closed it on its pages, with its money sent. Its page is open. */
export async function fundedLoan(page: Page, bankUser: string): Promise<{ business: Tenant; phone: string }> {
  const business = await openOffers(page, "en", { products: ["TERM_LOAN"], bankUser });
  const phone = await walkToAgreement(page);
  await signAgreement(page);
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  const staff = await closers();
  await fundLoan(staff, business, (await acceptedLoan(business)).applicationId);
  await sendPayout(page.request, staff, business);
  await openFinancing(page);
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Term Loan");
  return { business, phone };
}

/** A product of another kind, closed by the shortcuts of the sandbox, with its money sent. Its page is open. */
export async function fundedProduct(
  page: Page,
  name: string,
  wishes: Wishes,
): Promise<{ business: Tenant; applicant: Applicant }> {
  const { business, applicant } = await issuedProduct(page, wishes);
  await sendPayout(page.request, await closers(), business);
  const state = async () => (await productsOf(business))[0]?.state;
  for (let day = 0; day < 10 && (await state()) !== "ACTIVE"; day++) await advanceClock(page.request, business, 1);
  await welcomed(page, name);
  return { business, applicant };
}

/** A product that needs no tax return, closed by the shortcuts of the sandbox. Money is not sent yet. */
export async function issuedProduct(page: Page, wishes: Wishes): Promise<{ business: Tenant; applicant: Applicant }> {
  const business = await applyFor(page, "", wishes);
  // Only a loan or a line asks for tax returns. Without them the owner is asked for the EIN after consent.
  await openFinancing(page);
  await confirmBusiness(inPartnersPage(page));
  await expectOffered(business);
  const applicant = await applicantOf(page);
  const step = async () => (await applicant.ask("GET", "/api/v1/workflow/offers")).body["currentStep"];
  const skip = async () => (await applicant.ask("POST", "/api/v1/sandbox/skip-closing-step")).status;
  while ((await step()) !== "ISSUED_PRODUCT_CREATED") await expect.poll(skip, { timeout: 120_000 }).toBe(200);
  return { business, applicant };
}

/** Passes the welcome page of the first product. */
export async function welcomed(page: Page, name: string): Promise<void> {
  await openFinancing(page);
  await expect(heading(page)).toHaveText(/^Congratulations! /);
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(name);
}
