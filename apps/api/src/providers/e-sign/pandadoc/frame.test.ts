import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import playwright from "../../../../../../playwright.config.ts";
import { until } from "../../../../../../scripts/processes.ts";
import type { RenderedDocument } from "../../document-renderer/port.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { settingsOf } from "../../vendor.fixture.ts";
import { renderedAgreement } from "../agreement.fixture.ts";
import type { DocumentToSign, ESign } from "../port.ts";
import { signAt } from "../signing.fixture.ts";
import { pandaDocSigning } from "./adapter.ts";
import { pandaDoc } from "./config.ts";

const screens = path.resolve(import.meta.dirname, "../../../../../../.local/screens");
const require = createRequire(import.meta.url);
const sizes = { wide: { width: 780, height: 844 }, narrow: { width: 390, height: 844 } };

let sandbox: TestSandbox;
let browser: Browser;
let host: http.Server;
let hostUrl: string;
let eSign: ESign;
let agreement: RenderedDocument;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  mkdirSync(screens, { recursive: true });
  [sandbox, browser] = await Promise.all([testSandbox(), chromium.launch(playwright.use?.launchOptions)]);
  const url = `${sandbox.url}/pandadoc`;
  eSign = pandaDocSigning(settingsOf(pandaDoc, { ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" }));
  agreement = await renderedAgreement();
  const library = readFileSync(require.resolve("pandadoc-signing").replace(/signing\.\w+\.cjs$/, "signing.js"));
  host = http.createServer((request, response) => {
    if (request.url === "/signing.js") return response.setHeader("content-type", "text/javascript").end(library);
    return response.setHeader("content-type", "text/html").end(hostPage(url));
  });
  await once(host.listen(0, "127.0.0.1"), "listening");
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  host.close();
  await browser.close();
  await sandbox.close();
});

/** A page that opens the frame with the vendor's own library, and records its events. */
const hostPage = (app: string) => `<!doctype html><html lang="en"><title>Host</title>
  <style>html,body{margin:0;height:100%}iframe{border:0;width:100%;height:100%}</style><div id="here"></div>
  <script type="module">
    import { Signing } from "/signing.js";
    window.received = [];
    const signing = new Signing("here", { sessionId: new URLSearchParams(location.search).get("session") }, { host: "${app}/app" });
    for (const event of ["document.loading", "document.loaded", "document.rendered", "document.completed", "document.exception", "document.not.found"])
      signing.on(event, (payload) => window.received.push({ event, email: payload?.recipient?.email ?? null }));
  </script></html>`;

const one = { signerId: "primary", firstName: "Rosalía", lastName: "Núñez", email: "rosalia@bakery.example", order: 1 };
const two = { signerId: "secondary", firstName: "Bo", lastName: "Lindqvist", email: "bo@bakery.example", order: 2 };

async function prepared(change: Partial<DocumentToSign> = {}) {
  const { documentId } = await eSign.prepare({
    reference: crypto.randomUUID(),
    businessId: crypto.randomUUID(),
    name: "Financing agreement for Harbor Bakery LLC",
    pdf: agreement.pdf,
    signers: [one, two],
    places: agreement.places,
    ...change,
  });
  return documentId;
}

async function opened(address: string, size: keyof typeof sizes = "wide"): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes[size] });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const received = (page: Page) =>
  page.evaluate(() => (window as unknown as { received: { event: string; email: string | null }[] }).received);
const frameOf = async (page: Page): Promise<Frame> => {
  const handle = await (await page.waitForSelector("iframe")).contentFrame();
  if (!handle) throw new Error("the signing frame has no page");
  return handle;
};
const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
const picture = (page: Page, name: string) => page.screenshot({ path: path.join(screens, `signing-${name}.png`) });

describe("signing frame", () => {
  it("can be signed by keyboard alone, and reports its events to the vendor's library", async () => {
    const documentId = await prepared({
      signers: [one],
      places: agreement.places.filter(({ signer }) => signer === "primary"),
    });
    const { sessionId } = await eSign.signingLink(documentId, "primary");
    const page = await opened(`${hostUrl}/?session=${sessionId}`);
    const frame = await frameOf(page);
    await frame.getByText("0 of 2 fields done").waitFor();
    // From the title on, only the keyboard is used.
    const press = (key: string) => page.keyboard.press(key);
    const focused = () => frame.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    const tabTo = async (text: string) => {
      for (let n = 0; n < 12 && !(await focused()).includes(text); n++) await press("Tab");
      expect(await focused()).toContain(text);
    };
    await frame.locator("#title").focus();
    await tabTo("Start signing");
    await press("Enter");
    await until("the first field is reached", async () => (await focused()).includes("Sign here"));
    await press("Enter");
    await frame.getByRole("dialog").waitFor();
    await press("Enter");
    await frame.getByText("1 of 2 fields done").waitFor();
    await until("the date is reached", async () => (await focused()).includes("Today’s date"));
    await press("Enter");
    await frame.getByText("2 of 2 fields done").waitFor();
    expect(await focused()).toBe("Finish signing");
    await press("Enter");
    await frame.getByRole("heading", { name: "You have signed" }).waitFor();
    await until("the host page has received document.completed", async () =>
      (await received(page)).some((it) => it.event === "document.completed"),
    );
    expect((await received(page)).map(({ event }) => event)).toEqual([
      ...["document.loading", "document.loaded", "document.rendered", "document.completed"],
    ]);
    expect((await received(page)).at(-1)?.email).toBe(one.email);

    expect(await eSign.read(documentId)).toMatchObject({ state: "COMPLETED" });
    const signed = await getDocumentProxy(new Uint8Array(await eSign.signedPdf(documentId)));
    expect(signed.numPages).toBe(agreement.pages + 1);
    const { text } = await extractText(signed, { mergePages: false });
    const certificate = text.at(-1) ?? "";
    for (const words of ["Signing certificate", "Rosalía Núñez", one.email, agreement.sha256, "127.0.0.1", "UTC"])
      expect(certificate).toContain(words);
  });

  it.each(["wide", "narrow"] as const)(
    "can be read and signed with a drawn signature when it is %s",
    async (size) => {
      const { url } = await eSign.signingLink(await prepared(), "primary");
      const page = await opened(url, size);
      await page.getByText("0 of 2 fields done").waitFor();
      await picture(page, `${size}-1-open`);
      expect(await serious(page)).toEqual([]);
      await page.getByRole("button", { name: "Start signing" }).click();
      const field = page.getByRole("button", { name: "Sign here" });
      await until("the field is in view", async () =>
        field.evaluate((it) => it.getBoundingClientRect().top < innerHeight - 80),
      );
      await picture(page, `${size}-2-field`);
      await field.click();
      await picture(page, `${size}-3-typed`);
      expect(await serious(page)).toEqual([]);
      await page.getByLabel("Draw it").check();
      await page.getByRole("button", { name: "Adopt and sign" }).click();
      await page.getByText("Draw your signature first.").waitFor();
      const box = await page.locator("#drawn").boundingBox();
      if (!box) throw new Error("the drawing area is missing");
      await page.mouse.move(box.x + 40, box.y + 60);
      await page.mouse.down();
      for (let n = 0; n < 12; n++)
        await page.mouse.move(box.x + 40 + n * 20, box.y + 60 + (n % 2 ? -25 : 25), { steps: 3 });
      await page.mouse.up();
      await picture(page, `${size}-4-drawn`);
      await page.getByRole("button", { name: "Adopt and sign" }).click();
      await page.getByRole("button", { name: "Today’s date" }).click();
      await page.getByText("2 of 2 fields done").waitFor();
      await picture(page, `${size}-5-filled`);
      for (const width of [320, sizes[size].width]) {
        await page.setViewportSize({ ...sizes[size], width });
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect({ width, tooWide }).toEqual({ width, tooWide: 0 });
      }
      await page.getByRole("button", { name: "Finish signing" }).click();
      await page.getByRole("heading", { name: "You have signed" }).waitFor();
      await picture(page, `${size}-6-signed`);
      expect(await serious(page)).toEqual([]);
    },
    60_000,
  );

  it("says why signing is not possible: not next, signed, expired, withdrawn, unknown", async () => {
    const documentId = await prepared();
    const first = await eSign.signingLink(documentId, "primary");
    const second = await eSign.signingLink(documentId, "secondary");
    const says = async (url: string, title: string) => {
      const page = await opened(url, "narrow");
      await page.getByRole("heading", { name: title }).waitFor();
      await picture(page, `end-${title.replaceAll(" ", "-").toLowerCase()}`);
      expect(await serious(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    };
    await says(second.url, "It is not your turn yet");
    await signAt(first.url);
    await says(first.url, "You have signed");
    await eSign.void(documentId, "Withdrawn.");
    await says(second.url, "This document was withdrawn");
    const late = await prepared({
      signers: [{ ...one, email: "too-late@bakery.example" }],
      places: agreement.places.slice(0, 2),
    });
    await says((await eSign.signingLink(late, "primary")).url, "This link has expired");
    await says(`${sandbox.url}/pandadoc/s/nothing`, "No such document");
  });

  it("tells the host page that its session does not exist", async () => {
    const page = await opened(`${hostUrl}/?session=nothing`);
    await until("the host page has received document.not.found", async () =>
      (await received(page)).some((it) => it.event === "document.not.found"),
    );
  });
});
