import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { sandboxUrl } from "./addresses.ts";
import { screenshot } from "./screenshot.ts";

// The sandbox's vendor pages, opened as the portal opens them: the identity check with the vendor's library, the accounting page in a
// plain frame.

const library = readFileSync(fileURLToPath(import.meta.resolve("persona")).replace(/\.js$/, ".mjs"), "utf8");
const identityHost = `localhost:${new URL(sandboxUrl).port}/persona`;

let site: Server;
let siteUrl: string;
test.beforeAll(async () => {
  site = createServer((request, response) => {
    const isLibrary = request.url === "/persona.mjs";
    response.setHeader("content-type", isLibrary ? "text/javascript" : "text/html");
    response.end(isLibrary ? library : "<!doctype html><html lang=en><title>Ours</title><main><h1>Ours</h1></main>");
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
test.afterAll(() => site.close());

/** The events that the page received from the vendor, oldest first. */
const reported = (page: Page) =>
  page.evaluate(() => (window as unknown as { reported: [string, Record<string, unknown>][] }).reported);
const names = async (page: Page) => (await reported(page)).map(([name]) => name);

async function ask(method: string, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandboxUrl}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { data: { id: string }; meta: Record<string, string> };
}
const key = { authorization: "Bearer test" };
async function createInquiry(lastName = "Núñez") {
  const attributes = {
    "inquiry-template-id": "itmpl_test",
    "reference-id": `${randomUUID()}_${randomUUID()}`,
    fields: { "name-first": "Ana", "name-last": lastName },
  };
  const { data } = await ask("POST", "/persona/api/v1/inquiries", { data: { attributes } }, key);
  const { meta } = await ask("POST", `/persona/api/v1/inquiries/${data.id}/resume`, {}, key);
  return { inquiryId: data.id, sessionToken: meta["session-token"] ?? "" };
}
async function openCheck(page: Page, lastName?: string, language = "en") {
  const inquiry = await createInquiry(lastName);
  await page.goto(siteUrl);
  await page.evaluate(
    async ({ inquiry, host, language, address }) => {
      const { Client } = (await import(address)) as { Client: new (options: object) => { open(): void } };
      const log: [string, unknown][] = [];
      (window as unknown as { reported: unknown[] }).reported = log;
      (window as unknown as { process: unknown }).process = { env: {} };
      const client = new Client({
        ...inquiry,
        host,
        language,
        onLoad: () => log.push(["load", {}]),
        onReady: () => {
          log.push(["ready", {}]);
          client.open();
        },
        onComplete: (rest: object) => log.push(["complete", rest]),
        onCancel: (rest: object) => log.push(["cancel", rest]),
        onError: (rest: object) => log.push(["error", rest]),
      });
    },
    { inquiry, host: identityHost, language, address: "/persona.mjs" },
  );
  const frame = page.frameLocator(".persona-widget__iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => names(page)).toContain("ready");
  // The library animates the frame into place; a click during the animation would miss.
  await page.locator(".persona-widget__iframe").click({ trial: true });
  return { inquiry, frame };
}
const press = (frame: FrameLocator, name: string | RegExp) =>
  frame.getByRole("button", { name, exact: typeof name === "string" }).click();
async function photograph(frame: FrameLocator, pictures: number) {
  for (let n = 0; n < pictures; n++) {
    await press(frame, "Use a sample");
    await press(frame, "Use this picture");
  }
}

test.describe("identity check in the vendor's library", () => {
  test("loads, becomes ready, and completes when the person has finished", async ({ page }) => {
    const { frame, inquiry } = await openCheck(page);
    await screenshot(page, "identity-1-consent");
    await press(frame, "I agree, begin");
    await screenshot(page, "identity-2-document");
    await press(frame, /Driver’s license/);
    await screenshot(page, "identity-3-front");
    await press(frame, "Use a sample");
    await screenshot(page, "identity-4-front-taken");
    await press(frame, "Use this picture");
    await photograph(frame, 1);
    await screenshot(page, "identity-5-selfie");
    await photograph(frame, 1);
    await screenshot(page, "identity-6-send");
    await press(frame, "Send");
    await expect(frame.getByRole("heading", { name: "All done" })).toBeVisible();
    await screenshot(page, "identity-7-done");
    await frame.locator(".foot").getByRole("button", { name: "Close" }).click();
    await expect.poll(() => names(page)).toEqual(["load", "ready", "complete"]);
    expect((await reported(page))[2]?.[1]).toMatchObject({ inquiryId: inquiry.inquiryId, status: "approved" });
  });

  test("reports a failed check as complete, with its status", async ({ page }) => {
    const { frame } = await openCheck(page, "Imposter");
    await press(frame, "I agree, begin");
    await press(frame, /Passport/);
    await photograph(frame, 2);
    await press(frame, "Send");
    await expect(frame.getByRole("heading", { name: "We could not confirm that it is you" })).toBeVisible();
    await screenshot(page, "identity-8-failed");
    await frame.locator(".foot").getByRole("button", { name: "Close" }).click();
    await expect.poll(async () => (await reported(page)).at(-1)?.[1]["status"]).toBe("failed");
  });

  test("reports a cancellation, and lets the person stay if it was unintended", async ({ page }) => {
    const { frame, inquiry } = await openCheck(page);
    const documents = frame.getByRole("heading", { name: "Which document do you have at hand?" });
    await press(frame, "I agree, begin");
    // The page asks its server before it goes on.
    await expect(documents).toBeVisible();
    await press(frame, "Leave");
    await screenshot(page, "identity-9-leave");
    await press(frame, "Stay");
    await expect(documents).toBeVisible();
    await press(frame, "Leave");
    await frame.locator(".foot").getByRole("button", { name: "Leave" }).click();
    await expect.poll(async () => (await reported(page)).at(-1)).toEqual(["cancel", inquiry]);
  });

  test("reports an error when it cannot be opened", async ({ page }) => {
    await openCheck(page, "Broken");
    await expect.poll(() => names(page)).toContain("error");
    await screenshot(page, "identity-10-broken");
  });

  test("accepts an uploaded picture, works by keyboard, and is available in Spanish", async ({ page }) => {
    const { frame } = await openCheck(page, "Núñez", "es-MX");
    await frame.getByRole("button", { name: "Acepto, comenzar" }).focus();
    await page.keyboard.press("Enter");
    await expect(frame.getByRole("heading", { name: "¿Qué documento tiene a la mano?" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(frame.getByRole("heading", { name: /Página con foto|Frente/ })).toBeFocused();
    const camera = frame.getByLabel("Tomar o elegir una foto");
    await camera.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await expect(frame.getByRole("alert")).toContainText("Eso no es una foto.");
    await screenshot(page, "identity-11-wrong-file-es");
    const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
    await frame
      .getByLabel("Tomar o elegir una foto")
      .setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: pixel });
    await expect(frame.getByRole("img", { name: "Su foto" })).toBeVisible();
  });
});

async function openAccounting(page: Page, language = "en", businessName = randomUUID(), isKnown = true) {
  const access = await fetch(`${sandboxUrl}/railz/getAccess`, { headers: { authorization: "Basic dDp0" } });
  const { access_token } = (await access.json()) as { access_token: string };
  if (isKnown) await ask("POST", "/railz/businesses", { businessName }, { authorization: `Bearer ${access_token}` });
  await page.goto(siteUrl);
  const query = new URLSearchParams({ businessName, language, origin: siteUrl });
  await page.evaluate((address) => {
    const log: [string, unknown][] = [];
    (window as unknown as { reported: unknown[] }).reported = log;
    addEventListener("message", ({ data, origin }) => {
      if (origin === new URL(address).origin) log.push([data.event, data.data]);
    });
    const frame = document.createElement("iframe");
    frame.title = "Connect your books";
    frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0";
    frame.src = address;
    document.body.append(frame);
  }, `${sandboxUrl}/railz/connect?${query}`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
  return { frame, businessName };
}
async function signIn(frame: FrameLocator, user: string) {
  await frame.getByLabel("User name or e-mail").fill(user);
  await frame.getByLabel("Password").fill("secret");
  await press(frame, "Continue");
}

test.describe("accounting page", () => {
  test("is authorized when a person has signed in, chosen the company and allowed access", async ({ page }) => {
    const { frame, businessName } = await openAccounting(page);
    await expect(frame.getByRole("heading", { name: "Where do you keep your books?" })).toBeVisible();
    await screenshot(page, "books-1-services");
    await press(frame, "QuickBooks Online");
    await screenshot(page, "books-2-login");
    await signIn(frame, "wrong");
    await expect(frame.getByRole("alert")).toContainText("do not belong together");
    await screenshot(page, "books-3-wrong-login");
    await signIn(frame, "owner@harborbakery.example");
    await expect(frame.getByRole("heading", { name: "Which company is it?" })).toBeVisible();
    await screenshot(page, "books-4-company");
    await press(frame, /Juniper & Rye Bakery/);
    await screenshot(page, "books-5-consent");
    await press(frame, "Allow");
    await expect(frame.getByRole("heading", { name: "Your books are connected" })).toBeVisible();
    await screenshot(page, "books-6-done");
    await frame.locator(".foot").getByRole("button", { name: "Close" }).click();
    await expect.poll(() => names(page)).toEqual(["load", "authorization", "exit"]);
    expect((await reported(page))[1]?.[1]).toMatchObject({ businessName, serviceName: "quickbooks" });
  });

  test("is not authorized if the person denies access, has no company, or the accounting program is unavailable", async ({
    page,
  }) => {
    const { frame } = await openAccounting(page);
    await press(frame, "Oracle NetSuite");
    await signIn(frame, "anybody");
    await expect(frame.getByRole("alert")).toContainText("does not answer for now");
    await press(frame, "Back");
    await press(frame, "Xero");
    await signIn(frame, "user_empty");
    await expect(frame.getByRole("heading", { name: "There is no company here" })).toBeVisible();
    await screenshot(page, "books-7-no-company");
    await press(frame, "Use another login");
    await signIn(frame, "anybody");
    await press(frame, /Corner & Thread/);
    await press(frame, "Do not allow");
    await expect.poll(() => names(page)).toEqual(["load", "exit"]);
  });

  test("shows an error when it was opened for an unknown business, and is available in Spanish", async ({ page }) => {
    const { frame } = await openAccounting(page, "es", randomUUID(), false);
    await expect(frame.getByRole("heading", { name: "Esta página no se puede abrir" })).toBeVisible();
    await screenshot(page, "books-8-lost-es");
    expect(await names(page)).toEqual(["error"]);
  });
});

test.describe("sandbox inbox", () => {
  test("shows SMS messages as a phone does", async ({ page }) => {
    const account = Buffer.from("AC1:sandbox").toString("base64");
    const numbers = ["+12125550120", "+17875550134"];
    for (const To of numbers)
      for (const Body of ["246810 is your code for Larkspur Capital.", "Su pago vence mañana. ".repeat(6)])
        await fetch(`${sandboxUrl}/twilio/2010-04-01/Accounts/AC1/Messages.json`, {
          method: "POST",
          headers: { authorization: `Basic ${account}` },
          body: new URLSearchParams({ To, From: "+15005550006", Body }),
        });
    await page.goto(`${sandboxUrl}/inbox/messages`);
    await screenshot(page, "inbox-1-texts");
    await page.getByRole("link", { name: /787/ }).click();
    await expect(page.getByRole("heading", { name: "+1 (787) 555-0134" })).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Not delivered: Message filtered").first()).toBeVisible({ timeout: 500 });
    }).toPass();
    await screenshot(page, "inbox-2-thread");
  });

  test("says when nothing is found", async ({ page }) => {
    await page.goto(`${sandboxUrl}/inbox?to=nobody-at-all`);
    await screenshot(page, "inbox-3-empty");
  });
});
