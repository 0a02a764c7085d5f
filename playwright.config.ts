import { defineConfig } from "@playwright/test";

const launchOptions = {
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-gpu",
    "--disable-dev-shm-usage",
  ],
};

/**
 * The journeys of single steps and of the vendors' pages run on the phone, and those that repeat much of others only when everything is
 * asked for: `npm run e2e -- --all`, by hand, runs every journey at both sizes.
 */
const onPhoneOnly = [
  "account-change",
  "accounting",
  "additional-input",
  "analytics",
  "bank",
  "cash-flow-fit",
  "closed-application",
  "co-owner",
  "consent",
  "corrections-and-reminders",
  "dark",
  "debts-and-owners",
  "demo-accounts",
  "embedded",
  "every-request",
  "every-screen",
  "forms",
  "help-and-session",
  "no-offers",
  "outside-pages",
  "reconnect-bank",
  "servicing-pages",
  "start-and-return",
  "step-up",
  "test-business",
  "timing",
  "uploads",
  "verify-account",
];
const onlyWithAll = [
  "advance-offers",
  "apply-for-more",
  "cash-advance-servicing",
  "closing-outcomes",
  "closing-troubles",
  "co-signer",
  "edit",
  "emails",
  "every-flow",
  "funded-products",
  "integrated-advance-servicing",
  "keyboard",
  "late-loan-servicing",
  "limit-offers",
  "notices",
  "offer-outcomes",
  "payout-outcomes",
  "people",
  "resume",
  "servicing-looks",
  "servicing-troubles",
  "shortest-path",
  "statements",
  "wrong-inputs",
];
const specsOf = (names: string[]) => names.map((name) => `${name}.spec.ts`);
const isAll = process.env["E2E_ALL"] === "yes";

// `npm run e2e` starts what the journeys travel through; a stack that runs already serves as well.
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env["CI"]),
  // A journey mostly waits for the server and for timers of the pages, so two processors serve four.
  workers: 4,
  // What passes only the second time is named at the end of the run.
  retries: process.env["CI"] ? 1 : 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  outputDir: ".local/test-results",
  reporter: [["line"], ["json", { outputFile: ".local/e2e-report.json" }]],
  use: {
    launchOptions,
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    video: "off",
    // Less than the limit of a test, so that a failure names the action.
    actionTimeout: 120_000,
  },
  projects: [
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 } },
      ...(!isAll && { testIgnore: specsOf(onlyWithAll) }),
    },
    {
      name: "desktop",
      use: { viewport: { width: 1280, height: 800 } },
      ...(!isAll && { testIgnore: specsOf([...onPhoneOnly, ...onlyWithAll]) }),
    },
  ],
});
