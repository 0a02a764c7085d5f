import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { demoUrl, portalUrl } from "./addresses.ts";
import { heading, openAccount, portal, settled } from "./demo.ts";
import { look } from "./look.ts";

/** What Harbor Bakery, whom the seed has prequalified for everything, is greeted with. */
const greeting = "Congratulations! You qualify for up to";

test("a customer opens financing inside the partner's page", async ({ page }) => {
  await page.goto(demoUrl);
  await look(page, "demo-invoices");
  await page.getByRole("link", { name: "Financing" }).click();
  await expect(heading(page)).toHaveText(greeting);
  await expect(portal(page).getByText("$75,000")).toBeVisible();
  await look(page, "prequalification");
});

test("the frame is as tall as what it shows, even under the longest name", async ({ page }) => {
  await page.goto(`${demoUrl}/financing`);
  await page.getByLabel("Signed in as").selectOption("saint-bartholomew");
  await page.getByRole("button", { name: "Switch" }).click();
  await expect(heading(page)).toHaveText("See if you qualify for financing");
  await settled(page);
  await look(page, "embedded-long-name");
});

test("an employee waits for the owner, and leaves by Close", async ({ page }) => {
  await openAccount(page);
  await portal(page).getByRole("radio", { name: "Employee" }).check();
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await expect(heading(page)).toHaveText("We will be in touch soon. Thanks!");
  await expect(portal(page).getByRole("button", { name: "Switch business" })).toHaveCount(0);
  await look(page, "blocked");
  await portal(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(`${demoUrl}/`);
});

test("a language that was chosen is kept, whatever the page around asks for", async ({ page }) => {
  await openAccount(page, "?locale=en");
  const kept = page.waitForResponse("**/api/v1/users/locale");
  await portal(page).getByRole("button", { name: "Español" }).click();
  expect((await kept).status()).toBe(200);
  await expect(heading(page)).toHaveText("Primero, díganos cuál es su función en la empresa");
  await page.reload();
  await expect(heading(page)).toHaveText("Primero, díganos cuál es su función en la empresa");
  await expect(portal(page).locator("html")).toHaveAttribute("lang", "es");
});

test("an unknown look is told to the partner's page, which stays in its usual one", async ({ page }) => {
  const warned = page.waitForEvent("console", (message) => message.text().includes("theme_not_found"));
  const told = page.waitForRequest("**/servicing/interaction");
  await openAccount(page, "?theme=Nobody");
  await warned;
  expect((await told).postDataJSON()).toEqual({ eventType: "UNKNOWN_CUSTOM_INITIALIZATION" });
});

test("a page may narrow the choice to one product, which then nobody is asked about", async ({ page }) => {
  await openAccount(page, "?products=LOC_TERM_LOAN");
  await portal(page).getByRole("radio", { name: "Business Owner" }).check();
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await expect(heading(page)).toHaveText("See if you qualify for financing");
  for (const no of await portal(page).getByRole("radio", { name: "No" }).all()) await no.check();
  await settled(page);
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await expect(heading(page)).toHaveText("You may not qualify right now");
  await look(page, "not-eligible");
  await portal(page).getByRole("button", { name: "Continue" }).click();
  await expect(heading(page)).toHaveText("First, tell us who owns this business");
  await expect(portal(page).getByText("Step 2 of")).toBeVisible();
  // Back passes the step that had nothing to ask.
  await settled(page);
  await portal(page).getByRole("button", { name: "Back" }).click();
  await expect(heading(page)).toHaveText("See if you qualify for financing");
});

test("a session that ended is opened again without anybody noticing", async ({ page }) => {
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

test("a session that cannot be opened again is said to have ended", async ({ page }) => {
  await page.route("**/api/v1/connect-tokens/exchange", (route) =>
    route.fulfill({ status: 401, json: { code: "CONNECT_TOKEN_INVALID", message: "no", requestId: "req_1" } }),
  );
  await page.goto(`${demoUrl}/financing`);
  await expect(portal(page).getByRole("alert")).toContainText("Your session has ended");
  await look(page, "embedded-session-ended");
  await page.unroute("**/api/v1/connect-tokens/exchange");
  await portal(page).getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText(greeting);
});

test("no secret travels in an address, and none is left behind in the browser", async ({ page }) => {
  const seen: Promise<string>[] = [];
  page.on("request", (request) =>
    seen.push(request.allHeaders().then(({ referer = "" }) => `${request.url()} ${referer}`)),
  );
  const connectTokenAnswer = page.waitForResponse("**/financing-session");
  const sessionAnswer = page.waitForResponse("**/api/v1/connect-tokens/exchange");
  await page.goto(`${demoUrl}/financing`);
  await expect(heading(page)).toHaveText(greeting);

  const connectToken = await (await connectTokenAnswer).text();
  const { sessionToken } = (await (await sessionAnswer).json()) as { sessionToken: string };
  expect(connectToken.length).toBeGreaterThan(20);
  expect(sessionToken.length).toBeGreaterThan(20);
  const kept = JSON.stringify(await page.context().storageState());
  const everything = [...(await Promise.all(seen)), kept].join("\n");
  expect(everything).toContain(portalUrl);
  for (const secret of [connectToken, sessionToken, "sk_test_", "sk_live_"]) expect(everything).not.toContain(secret);
});

test("a page that the platform did not list cannot frame the portal", async ({ page }) => {
  await page.goto(`${demoUrl}/financing`);
  const address = await page.locator("iframe").getAttribute("src");
  if (!address) throw new Error("the partner's page has no frame");

  const stranger = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end(`<iframe src="${address}"></iframe>`);
  });
  await new Promise<void>((listening) => stranger.listen(0, "127.0.0.1", listening));
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
  await refused;
  expect(page.frames().filter((frame) => frame.url().startsWith(portalUrl))).toEqual([]);
  stranger.close();
});

test("nobody frames the portal without a key, or with one that nobody was given", async ({ request }) => {
  for (const key of ["", "?key=pk_test_nobody"]) {
    const answer = await request.get(`${portalUrl}/${key}`);
    expect(answer.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  }
});
