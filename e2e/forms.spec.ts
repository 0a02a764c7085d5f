import { expect, type Page, test } from "@playwright/test";
import { type Applicant, applicantOf } from "./applicant.ts";
import { openAccount, openFinancing, portal, resume } from "./demo.ts";
import { inPartnersPage, type Screen } from "./screen.ts";
import { screenshot } from "./screenshot.ts";

const ownerQuestion = "First, tell us who owns this business";
const businessQuestion = "Now, tell us more about the business";

async function openAt(page: Page, step: string, product = "FAST_PAY"): Promise<{ owner: Applicant; screen: Screen }> {
  await openAccount(page);
  const owner = await applicantOf(page);
  await owner.answerUntil(`ONBOARDING.${step}`, { SELECT_PRODUCTS: { selectedProducts: [product] } });
  await openFinancing(page);
  return { owner, screen: inPartnersPage(page) };
}

/** The data of a step's screen, as the server stored it. */
const stored = async (owner: Applicant, step: string) =>
  ((await owner.everything())[`ONBOARDING.${step}`] as { existingData: Record<string, unknown> }).existingData;

const searchField = (page: Page, name: string) => portal(page).getByRole("combobox", { name });
const alerts = (page: Page) => portal(page).getByRole("alert");

test("address: what is typed in one line is read, completed by hand and kept over a reload", async ({ page }) => {
  const { owner, screen } = await openAt(page, "COLLECT_PERSONAL_DETAILS");
  await screen.shows(ownerQuestion);
  await screen.fill({ phoneNumber: "5035550134" });
  await screen.press("Continue");
  const search = searchField(page, "Home address");
  await expect(search).toHaveAccessibleDescription(
    "Choose it from the list, or type street, city, state and ZIP code. Address line 1 is required",
  );
  await screenshot(page, "address-missing");
  await search.fill("2210 Harbor Way, Oakland");
  await expect(alerts(page)).toHaveCount(0);
  await screen.press("Continue");
  await expect(screen.field("addressLineOne")).toHaveValue("2210 Harbor Way");
  await expect(screen.field("city")).toHaveValue("Oakland");
  await expect(screen.field("country")).toHaveValue("United States");
  await expect(alerts(page)).toHaveText(["State is requried", "Zip code is required"]);
  await screenshot(page, "address-read");

  await screen.fill({ addressLineTwo: "Apt 4" });
  await screen.says("Saved");
  await page.reload();
  await resume(page);
  await screen.shows(ownerQuestion);
  await expect(screen.field("addressLineTwo")).toHaveValue("Apt 4");
  await expect(screen.field("city")).toHaveValue("Oakland");
  await screen.field("state").selectOption("CA");
  await screen.fill({ zipcode: "94607-1234" });
  await screen.press("Continue");
  await screen.shows(businessQuestion);
  expect(await stored(owner, "COLLECT_PERSONAL_DETAILS")).toMatchObject({
    address: {
      addressLineOne: "2210 Harbor Way",
      addressLineTwo: "Apt 4",
      city: "Oakland",
      state: "CA",
      zipcode: "94607",
    },
    verified: false,
  });
});

test("address: a whole typed address needs no choice, and is verified if it is found", async ({ page }) => {
  const { owner, screen } = await openAt(page, "COLLECT_PERSONAL_DETAILS");
  await screen.shows(ownerQuestion);
  await screen.fill({ phoneNumber: "5035550134" });
  await searchField(page, "Home address").fill("2210 Harbor Way, Oakland, CA 94607");
  await screen.press("Continue");
  await screen.shows(businessQuestion);
  await screen.fill({ phoneNumber: "5035550135", website: "harbor.test" });
  const found = page.waitForResponse("**/api/v1/address-suggestions/resolve");
  await searchField(page, "Business address").fill("16 Orchard Ln, Hood River, OR 97031");
  await searchField(page, "Business address").blur();
  await found;
  await screenshot(page, "address-typed");
  await screen.press("Continue");
  await screen.shows("Connect your bank account");
  expect(await stored(owner, "COLLECT_PERSONAL_DETAILS")).toMatchObject({
    address: { addressLineOne: "2210 Harbor Way", city: "Oakland", state: "CA", zipcode: "94607" },
    verified: false,
  });
  expect(await stored(owner, "COLLECT_BUSINESS_DETAILS")).toMatchObject({
    address: { city: "Hood River", state: "OR", zipcode: "97031" },
    verified: true,
  });
});

test("address: the business may have the owner's home address, and both phone numbers are shown formatted after Back", async ({
  page,
}) => {
  const { owner, screen } = await openAt(page, "COLLECT_PERSONAL_DETAILS");
  await screen.shows(ownerQuestion);
  await screen.fill({ phoneNumber: "5035550134" });
  await searchField(page, "Home address").fill("2210 Harbor Way, Oakland, CA 94607");
  await screen.press("Continue");
  await screen.shows(businessQuestion);
  await screen.fill({ phoneNumber: "5035550135", website: "harbor.test" });
  await searchField(page, "Business address").fill("12 Ma");
  const same = portal(page).getByRole("checkbox", { name: "The business address is my home address" });
  await expect(same).toHaveAccessibleDescription("2210 Harbor Way, Oakland, CA 94607");
  await screen.tick("The business address is my home address");
  await expect(searchField(page, "Business address")).toHaveCount(0);
  await screenshot(page, "address-same");
  await same.uncheck();
  await expect(searchField(page, "Business address")).toHaveValue("12 Ma");
  await same.check();
  await screen.press("Continue");
  await screen.shows("Connect your bank account");
  const { address } = await stored(owner, "COLLECT_PERSONAL_DETAILS");
  expect(await stored(owner, "COLLECT_BUSINESS_DETAILS")).toMatchObject({ address, verified: false });

  await screen.press("Back");
  await screen.shows(businessQuestion);
  await expect(same).toBeChecked();
  await expect(screen.field("phoneNumber")).toHaveValue("+1 (503) 555-0135");
  await screen.press("Back");
  await screen.shows(ownerQuestion);
  await expect(screen.field("phoneNumber")).toHaveValue("+1 (503) 555-0134");
});
