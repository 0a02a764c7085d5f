import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { demoUrl, portalUrl } from "./addresses.ts";
import { look } from "./look.ts";

const portal = (page: Page) => page.frameLocator('iframe[title="Larkspur Capital financing"]');
const heading = (page: Page) => portal(page).getByRole("heading", { level: 1 });

test("a customer opens financing inside the partner's page", async ({ page }) => {
  await page.goto(demoUrl);
  await look(page, "demo-invoices");
  await page.getByRole("link", { name: "Financing" }).click();
  await expect(heading(page)).toHaveText("Harbor Bakery");
  await expect(portal(page).getByText("Application in progress")).toBeVisible();
  await look(page, "embedded-home");
});

test("the frame is as tall as what it shows, even under the longest name", async ({ page }) => {
  await page.goto(`${demoUrl}/financing`);
  await page.getByLabel("Signed in as").selectOption("saint-bartholomew");
  await page.getByRole("button", { name: "Switch" }).click();
  await expect(heading(page)).toContainText("Refrigerated Distribution Company");
  const overflowPx = () =>
    portal(page)
      .locator("html")
      .evaluate((html) => html.scrollHeight - window.innerHeight);
  await expect.poll(overflowPx).toBe(0);
  await look(page, "embedded-long-name");
});

test("a session that ended is opened again without anybody noticing", async ({ page }) => {
  let opened = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/financing-session")) opened += 1;
  });
  for (const path of ["business", "workflow"]) {
    await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  }
  await page.goto(`${demoUrl}/financing`);
  await expect(heading(page)).toHaveText("Harbor Bakery");
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
  await expect(heading(page)).toHaveText("Harbor Bakery");
});

test("the partner's page ignores what another window says in the portal's name", async ({ page }) => {
  let opened = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/financing-session")) opened += 1;
  });
  await page.goto(`${demoUrl}/financing`);
  await expect(heading(page)).toHaveText("Harbor Bakery");
  const height = () => page.locator("iframe").evaluate((frame) => frame.clientHeight);
  await expect.poll(height).toBeLessThan(480);
  const before = await height();
  await page.evaluate(async () => {
    const say = (kind: string, name: string, body: object) =>
      window.postMessage(JSON.stringify({ p: 1, id: "x", kind, name, body }), "*");
    say("evt", "resize", { height: 9_000 });
    say("req", "client-secret", {});
    await new Promise((heard) => setTimeout(heard, 500));
  });
  expect(await height()).toBe(before);
  expect(opened).toBe(1);
});

test("no secret travels in an address, and none is left behind in the browser", async ({ page }) => {
  const seen: Promise<string>[] = [];
  page.on("request", (request) =>
    seen.push(request.allHeaders().then(({ referer = "" }) => `${request.url()} ${referer}`)),
  );
  const connectTokenAnswer = page.waitForResponse("**/financing-session");
  const sessionAnswer = page.waitForResponse("**/api/v1/connect-tokens/exchange");
  await page.goto(`${demoUrl}/financing`);
  await expect(heading(page)).toHaveText("Harbor Bakery");

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
