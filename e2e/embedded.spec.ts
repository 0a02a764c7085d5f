import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Request, test } from "@playwright/test";
import { demoUrl, portalUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { begin, heading, openAccount, openFinancing, portal, reach, settled } from "./demo.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";

/** The first heading that Harbor Bakery sees. The demo platform has prequalified it for every product. */
const greeting = "Congratulations! You qualify for up to";

test("embed: a customer opens financing inside the partner's page", async ({ page }) => {
  await page.goto(demoUrl);
  await screenshot(page, "demo-invoices");
  await page.getByRole("link", { name: "Financing" }).click();
  await expect(heading(page)).toHaveText(greeting);
  await expect(portal(page).getByText("$75,000")).toBeVisible();
  await screenshot(page, "prequalification");
});

test("embed: the frame is as tall as its content, even with the longest name", async ({ page }) => {
  await page.goto(`${demoUrl}/financing`);
  await page.getByLabel("Signed in as").selectOption("saint-bartholomew");
  await page.getByRole("button", { name: "Switch" }).click();
  await expect(heading(page)).toHaveText("Before you start");
  await settled(page);
  await screenshot(page, "embedded-long-name");
});

test("embed: an employee waits for the owner and closes the portal", async ({ page }) => {
  await openAccount(page);
  await portal(page).getByRole("radio", { name: "Employee" }).check();
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await portal(page).getByRole("button", { name: "Continue as an employee" }).click();
  await expect(heading(page)).toHaveText("We will be in touch soon. Thanks!");
  await expect(portal(page).getByRole("button", { name: "Switch business" })).toHaveCount(0);
  await screenshot(page, "blocked");
  await portal(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(`${demoUrl}/`);
});

test("embed: the person's chosen language overrides the language that the parent page requests", async ({ page }) => {
  await openAccount(page, "?locale=en");
  const kept = page.waitForResponse("**/api/v1/users/locale");
  await portal(page).getByRole("button", { name: "Español" }).click();
  expect((await kept).status()).toBe(200);
  await expect(heading(page)).toHaveText("Primero, díganos cuál es su función en la empresa");
  await page.reload();
  await expect(heading(page)).toHaveText("Primero, díganos cuál es su función en la empresa");
  await expect(portal(page).locator("html")).toHaveAttribute("lang", "es");
});

test("embed: a person with two businesses chooses one and can switch to the other", async ({ page }) => {
  const first = await openAccount(page);
  const second = await openAccount(page, "", first.email);
  await expect(heading(page)).toHaveText("It looks like you may own multiple businesses!");
  await (await reach(page, portal(page).getByRole("button", { name: "Continue" }))).click();
  await expect(portal(page).getByText("Must select an option")).toBeVisible();
  await expect(portal(page).getByRole("radio", { name: first.name })).toHaveAccessibleDescription(
    /Application in progress/,
  );
  await screenshot(page, "select-business");
  await portal(page).getByRole("radio", { name: second.name }).check();
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await expect(heading(page)).toHaveText("First, tell us your role at your company");
  await portal(page).getByRole("radio", { name: "Business Owner" }).check();
  await (await reach(page, portal(page).getByRole("button", { name: "Continue" }))).click();
  await expect(heading(page)).toHaveText("Before you start");

  await (await reach(page, portal(page).getByRole("button", { name: "Switch business" }))).click();
  await expect(portal(page).getByText(`You are signed in with ${second.name}.`)).toBeVisible();
  await screenshot(page, "switch-business");
  await portal(page).getByRole("menuitemradio", { name: first.name }).click();
  await expect(heading(page)).toHaveText("First, tell us your role at your company");
  await portal(page).getByRole("radio", { name: "Employee" }).check();
  await (await reach(page, portal(page).getByRole("button", { name: "Continue" }))).click();
  await (await reach(page, portal(page).getByRole("button", { name: "Continue as an employee" }))).click();
  await expect(heading(page)).toHaveText("We will be in touch soon. Thanks!");
  await settled(page);
  await expect(portal(page).getByRole("button", { name: "Switch business" })).toHaveCount(0);
});

test("embed: a role that is taken cannot be chosen, and shows the reason", async ({ page }) => {
  await page.route("**/api/v1/business", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), rolesOccupiedForBusiness: ["PRIMARY_OWNER"] } });
  });
  await openAccount(page);
  await expect(portal(page).getByText("Someone at your company already chose Business Owner.")).toBeVisible();
  await expect(portal(page).getByRole("radio", { name: "Business Owner" })).toBeDisabled();
  await screenshot(page, "role-taken");
});

for (const [product, words] of [
  ["TERM_LOAN", "$75,000"],
  ["LOC_TERM_LOAN", "$50,000"],
  ["FAST_PAY", "$40,000"],
  ["EXTEND_PAY_PURCHASE_ORDER", "$30,000"],
  ["MCA", "10% of weekly sales until repaid"],
  ["INTEGRATED_MCA", "10% of sales until repaid"],
] as const) {
  test(`embed: a prequalification for ${product} is shown with its amounts`, async ({ page }) => {
    await page.goto(`${demoUrl}/financing?products=${product}`);
    await expect(portal(page).getByText(words, { exact: true })).toBeVisible();
    const isAdvance = product.endsWith("MCA");
    await expect(heading(page)).toHaveText(isAdvance ? "You're approved! Here are the details" : greeting);
    if (isAdvance) {
      for (const figure of ["Deposit amount", "Fee", "Total repayment"])
        await expect(portal(page).getByText(figure, { exact: true })).toBeVisible();
      await expect(portal(page).getByText("Final details may vary subject to verification.")).toBeVisible();
      await expect(
        portal(page)
          .getByRole("main")
          .getByText(/loan|interest/i),
      ).toHaveCount(0);
    }
    await screenshot(page, `prequalification-${product}`);
  });
}

test("embed: the primary owner's theme is saved for the business, and the dark scheme is dark", async ({ page }) => {
  await openAccount(page);
  await portal(page).getByRole("radio", { name: "Business Owner" }).check();
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await expect(heading(page)).toHaveText("Before you start");
  await settled(page);
  await expect(portal(page).getByRole("button", { name: "Switch business" })).toHaveCount(0);
  const color = () =>
    portal(page)
      .getByRole("button", { name: "Continue" })
      .evaluate((button) => getComputedStyle(button).backgroundColor);

  const kept = page.waitForResponse((answer) => answer.url().endsWith("/v1/businesses"));
  await page.goto(`${demoUrl}/financing?theme=Harvest`);
  await kept;
  await expect.poll(color).toBe("rgb(138, 75, 18)");
  await screenshot(page, "harvest");
  await page.goto(`${demoUrl}/financing?colorScheme=dark`);
  await expect(heading(page)).toHaveText("Before you start");
  await expect(portal(page).locator("html")).toHaveAttribute("data-color-scheme", "dark");
  await screenshot(page, "harvest-dark");
  await page.goto(`${demoUrl}/financing?theme=Larkspur`);
  await expect.poll(color).toBe("rgb(31, 95, 139)");
});

test("embed: a page can request the summary, and receives an error for a component that cannot be shown yet", async ({
  page,
}) => {
  await page.goto(`${demoUrl}/financing`);
  await expect(heading(page)).toHaveText(greeting);
  const warned = page.waitForEvent("console", (message) => message.text().includes("COMPONENT_NOT_PERMITTED"));
  const ask = (component: string) =>
    page.evaluate(
      ([name, origin]) => {
        const body = { component: name, invoiceId: "inv-1" };
        const text = JSON.stringify({ p: 1, id: crypto.randomUUID(), kind: "req", name: "show", body });
        document.querySelector("iframe")?.contentWindow?.postMessage(text, origin ?? "");
      },
      [component, portalUrl],
    );
  await ask("PAY_NOW");
  await warned;
  await ask("SUMMARY");
  await expect(heading(page)).toHaveText(greeting);
});

/** Texts and paths that only the developer tools and the helper of a test business have. */
const developerShortcuts = ["Developer tools", "Skip to offers", "/api/v1/sandbox/"];

test("embed: the production build contains no developer shortcuts", async ({ request }) => {
  const page = await (await request.get(portalUrl)).text();
  const seen = new Set<string>();
  const waiting = [...page.matchAll(/assets\/[\w.-]+\.js/g)].map(([file]) => file);
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const script = await (await request.get(`${portalUrl}/${file}`)).text();
    for (const shortcut of developerShortcuts) expect(script).not.toContain(shortcut);
    for (const [, name] of script.matchAll(/["'`](?:\.\/|assets\/)([\w.-]+\.js)["'`]/g)) waiting.push(`assets/${name}`);
  }
  // Every screen's script is linked from the page, so this has read them all.
  expect([...seen].some((file) => file.includes("collect-business-details"))).toBe(true);
});

test("embed: an unknown theme is reported to the partner's page, and the default theme is used", async ({ page }) => {
  const warned = page.waitForEvent("console", (message) => message.text().includes("theme_not_found"));
  const reported = page.waitForRequest("**/servicing/interaction");
  await openAccount(page, "?theme=Nobody");
  await warned;
  expect((await reported).postDataJSON()).toEqual({ eventType: "UNKNOWN_CUSTOM_INITIALIZATION" });
});

test("embed: a page can limit the choice to one product, and the product step is then skipped", async ({ page }) => {
  await openAccount(page, "?products=LOC_TERM_LOAN");
  await portal(page).getByRole("radio", { name: "Business Owner" }).check();
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await begin(page);
  await expect(heading(page)).toHaveText("See if you qualify for financing");
  await inPartnersPage(page).chooseEverywhere("No");
  await (await reach(page, portal(page).getByRole("button", { name: "Continue" }))).click();
  await expect(heading(page)).toHaveText("You may not qualify right now");
  await screenshot(page, "not-eligible");
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await expect(heading(page)).toHaveText("First, tell us who owns this business");
  await expect(portal(page).getByText("Step 2 of")).toBeVisible();
  // Back skips the step that had no question.
  await (await reach(page, portal(page).getByRole("button", { name: "Back" }))).click();
  await expect(heading(page)).toHaveText("See if you qualify for financing");
});

test("embed: the frame keeps its height when the draft-saved message appears", async ({ page }) => {
  await openAccount(page);
  await (await applicantOf(page)).answerUntil("ONBOARDING.COLLECT_PERSONAL_DETAILS");
  await openFinancing(page);
  await expect(heading(page)).toHaveText("First, tell us who owns this business");
  await settled(page);
  const heightPx = () =>
    portal(page)
      .owner()
      .evaluate((frame) => frame.clientHeight);
  const before = await heightPx();
  await portal(page).locator('[id="primaryBusinessOwnerFirstName"]').fill("Rosalía");
  await expect(portal(page).getByText("Saved", { exact: true })).toBeVisible();
  await settled(page);
  expect(await heightPx()).toBe(before);
});

test("embed: an expired session is renewed without interrupting the person", async ({ page }) => {
  let opened = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/financing-session")) opened += 1;
  });
  for (const path of ["business", "workflow", "workflow/offers", "workflow/servicing"]) {
    await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  }
  await page.goto(`${demoUrl}/financing`);
  await expect(heading(page)).toHaveText(greeting);
  expect(opened).toBe(2);
});

test("embed: a session that cannot be renewed is shown as ended", async ({ page }) => {
  await page.route("**/api/v1/connect-tokens/exchange", (route) =>
    route.fulfill({ status: 401, json: { code: "CONNECT_TOKEN_INVALID", message: "no", requestId: "req_1" } }),
  );
  const warned = page.waitForEvent("console", (message) => message.text().includes("An unexpected error occurred."));
  await page.goto(`${demoUrl}/financing`);
  await expect(portal(page).getByRole("alert")).toContainText("Your session has ended");
  await warned;
  await screenshot(page, "embedded-session-ended");
  await page.unroute("**/api/v1/connect-tokens/exchange");
  await portal(page).getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText(greeting);
});

for (const [currentStep, words] of [
  ["ONBOARDING.COLLECT_PERSONAL_PLAID", "step is deprecated"],
  ["ONBOARDING.COLLECT_SHOE_SIZE", "step is not implemented yet"],
] as const) {
  test(`embed: the portal at ${currentStep} shows: ${words}`, async ({ page }) => {
    await page.route("**/api/v1/workflow", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), currentStep } });
    });
    await page.goto(`${demoUrl}/financing`);
    await expect(portal(page).getByText(words, { exact: true })).toBeVisible();
    await expect(portal(page).getByText(currentStep)).toBeVisible();
  });
}

test("embed: no secret appears in a URL or stays in the browser's storage", async ({ page }) => {
  const seen: Promise<string>[] = [];
  const note = (request: Request) =>
    seen.push(request.allHeaders().then(({ referer = "" }) => `${request.url()} ${referer}`));
  page.on("request", note);
  const connectTokenAnswer = page.waitForResponse("**/financing-session");
  const sessionAnswer = page.waitForResponse("**/api/v1/connect-tokens/exchange");
  await page.goto(`${demoUrl}/financing`);
  await expect(heading(page)).toHaveText(greeting);

  const connectToken = await (await connectTokenAnswer).text();
  const { sessionToken } = (await (await sessionAnswer).json()) as { sessionToken: string };
  expect(connectToken.length).toBeGreaterThan(20);
  expect(sessionToken.length).toBeGreaterThan(20);
  // Headers of a request that begins while the test ends cannot be read any more.
  page.off("request", note);
  const kept = JSON.stringify(await page.context().storageState());
  const everything = [...(await Promise.all(seen)), kept].join("\n");
  expect(everything).toContain(portalUrl);
  for (const secret of [connectToken, sessionToken, "sk_test_", "sk_live_"]) expect(everything).not.toContain(secret);
});

test("embed: a page whose origin the platform did not list cannot frame the portal", async ({ page }) => {
  await page.goto(`${demoUrl}/financing`);
  const address = await page.locator("iframe").getAttribute("src");
  if (!address) throw new Error("the partner's page has no frame");

  const foreign = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end(`<iframe src="${address}"></iframe>`);
  });
  await new Promise<void>((listening) => foreign.listen(0, "127.0.0.1", listening));
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  await refused;
  expect(page.frames().filter((frame) => frame.url().startsWith(portalUrl))).toEqual([]);
  foreign.close();
});

test("embed: the portal cannot be framed without a key or with an unknown key", async ({ request }) => {
  for (const key of ["", "?key=pk_test_nobody"]) {
    const answer = await request.get(`${portalUrl}/${key}`);
    expect(answer.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  }
});
