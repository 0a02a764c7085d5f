import { expect, type Page, test } from "@playwright/test";
import { seedDemoAccounts } from "../scripts/demo-accounts.ts";
import { portalUrl as apiUrl, demoUrl, sandboxUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, settled } from "./demo.ts";
import { businessOf, larkspurId, rowsOf } from "./rows.ts";
import { screenshot } from "./screenshot.ts";
import { createSecretKey } from "./setup.ts";

/** The accounts that `npm run dev` prepares: their lines in the list of accounts, Larkspur's own words, and the page in the frame. */
const accounts = [
  {
    id: "harbor-bakery",
    line: "Harbor Bakery: prequalified",
    status: "You are prequalified",
    link: "See what you qualify for",
    title: "Congratulations! You qualify for up to",
  },
  {
    id: "riverbend-cycles",
    line: "Riverbend Cycles: application in progress",
    status: "Application in progress",
    link: "Continue the application",
    title: "Your application",
  },
  {
    id: "marigold-catering",
    line: "Marigold Catering: asked for more",
    status: "Additional user info required",
    link: "Answer the question",
    title: "Confirm business and provide your EIN",
  },
  {
    id: "copper-kettle",
    line: "Copper Kettle Roasters: offers open",
    status: /^Offer available up to \$\d+,000$/,
    link: "See the offers",
    title: "You're approved!",
  },
  {
    id: "lantern-books",
    line: "Lantern Street Books: offer signed",
    status: "Active loan in progress",
    link: "See who has signed",
    title: "Waiting for additional signatures",
  },
  {
    id: "quarry-brewing",
    line: "Quarry Road Brewing: just funded",
    status: "Active loan",
    link: "See your financing",
    title: /^Congratulations! \$/,
  },
  {
    id: "tall-pines",
    line: "Tall Pines Landscaping: offers expired",
    status: "No offers available",
    link: "Refresh the offers",
    title: "Your offers expired but we can refresh them for you",
  },
  {
    id: "blue-door-diner",
    line: "Blue Door Diner: declined",
    status: "No offers available",
    link: "Open Larkspur Capital",
    title: "Sorry, you do not have any offers available right now",
  },
];

async function switchTo(page: Page, line: string): Promise<void> {
  await page.getByLabel("Signed in as").selectOption({ label: line });
  await page.getByRole("button", { name: "Switch" }).click();
  await expect(page.getByLabel("Signed in as").locator("option:checked")).toHaveText(line);
}

test("demo accounts: each is at its stage, and the partner's page shows its status without a price", async ({
  page,
}) => {
  const secretKey = await createSecretKey(larkspurId);
  const seed = () => seedDemoAccounts({ apiUrl, portalUrl: apiUrl, demoUrl, sandboxUrl, secretKey }, () => {});
  await seed();
  await page.goto(demoUrl);
  for (const { id, line, status, link, title } of accounts) {
    await switchTo(page, line);
    const own = page.getByRole("main");
    await expect(own.getByRole("heading", { level: 2 })).toHaveText(status);
    await expect(own).not.toContainText(/APR|%|interest|fee\b/i);
    await screenshot(page, `demo-account-${id}`);
    await own.getByRole("link", { name: link }).click();
    await expect(heading(page)).toHaveText(title);
    await settled(page);
    await screenshot(page, `demo-account-${id}-financing`);
    await page.getByRole("link", { name: "Invoices" }).click();
  }

  const answered = async () => {
    const { steps, answers, applications } = await rowsOf(await businessOf("walt@tallpines.example"));
    return { steps, answers, applications };
  };
  const before = await answered();
  await switchTo(page, "Riverbend Cycles: application in progress");
  const priya = await applicantOf(page);
  const data = { optToProvideBankStatements: true };
  await priya.ask("PUT", "/api/v1/completeStep", { completedStep: "ONBOARDING.COLLECT_PLAID", data });
  await seed();
  expect(await answered(), "seeding again changes nothing").toEqual(before);
  expect(await priya.currentStep(), "a person who went on is left alone").toBe("COLLECT_BANK_STATEMENTS");
});
