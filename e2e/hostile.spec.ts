import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { demoUrl, portalUrl } from "./addresses.ts";

// Framing and message checks do not depend on the window size.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, "once is enough");

/** An untrusted site. It serves the pages that a test registers. */
let site: Server;
let siteUrl: string;
let lookAlikeUrl: string;
const pages = new Map<string, string>();

test.beforeAll(async () => {
  site = createServer((request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(pages.get(request.url ?? "") ?? "<!doctype html><title>Untrusted</title>");
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  const { port } = site.address() as AddressInfo;
  siteUrl = `http://127.0.0.1:${port}`;
  lookAlikeUrl = `http://127.0.0.1.localhost:${port}`;
});
test.afterAll(() => site.close());

const frameOf = (address: string) => `<iframe src="${address}"></iframe>`;
const attribute = (html: string) => html.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** The URL with which the partner's page frames the portal. */
async function framedAddress(page: Page): Promise<string> {
  await page.goto(`${demoUrl}/financing`);
  const address = await page.locator("iframe").getAttribute("src");
  if (!address) throw new Error("the partner's page has no frame");
  // Leave the page, so that its requests are not counted as requests of the untrusted page.
  await page.goto("about:blank");
  return address;
}

test.describe("framing: the portal does not open in a frame", () => {
  type Case = [name: string, html: (address: string) => string, at?: () => string];
  const cases: Case[] = [
    ["of a page whose origin is not listed", frameOf],
    ["of a host that looks like a listed one", frameOf, () => lookAlikeUrl],
    [
      "of a page without an origin",
      (address) => `<iframe sandbox="allow-scripts" srcdoc="${attribute(frameOf(address))}"></iframe>`,
    ],
    ["of a srcdoc page of an untrusted site", (address) => `<iframe srcdoc="${attribute(frameOf(address))}"></iframe>`],
    [
      "of a data: URL page",
      (address) => `<iframe src="data:text/html,${encodeURIComponent(frameOf(address))}"></iframe>`,
    ],
    ["of a listed page that an untrusted page frames", () => frameOf(`${demoUrl}/financing`)],
    ["as an object element", (address) => `<object type="text/html" data="${address}"></object>`],
    ["as an embed element", (address) => `<embed type="text/html" src="${address}">`],
  ];
  for (const [name, html, at = () => siteUrl] of cases) {
    test(name, async ({ page }) => {
      pages.set("/frames", `<!doctype html>${html(await framedAddress(page))}`);
      const exchanged: string[] = [];
      page.on(
        "request",
        (request) => void (request.url().includes("/connect-tokens/exchange") && exchanged.push(request.url())),
      );
      // The load event waits for every frame, including blocked ones.
      await page.goto(`${at()}/frames`);
      const opened: string[] = [];
      for (const frame of page.frames()) {
        if (!frame.url().startsWith(portalUrl)) continue;
        const text = await frame
          .locator("body")
          .textContent({ timeout: 1_000 })
          .catch(() => "");
        if (text) opened.push(text);
      }
      expect(opened).toEqual([]);
      expect(exchanged).toEqual([]);
    });
  }

  for (const [name, key] of [
    ["of a listed page without a key", ""],
    ["of a listed page with an unknown key", "?key=pk_test_0000000000000000000000000000000000000000000000000"],
    ["of a listed page with a secret key", "?key=sk_test_0000000000000000000000000000000000000000000000000"],
  ] as const) {
    test(name, async ({ page }) => {
      await page.goto(demoUrl);
      const loaded = await page.evaluate(async (address) => {
        const frame = document.createElement("iframe");
        frame.src = address;
        const load = new Promise((resolve) => frame.addEventListener("load", resolve));
        document.body.append(frame);
        await Promise.race([load, new Promise((resolve) => setTimeout(resolve, 3_000))]);
        return frame.src;
      }, `${portalUrl}/${key}`);
      expect(loaded).toContain(portalUrl);
      expect(page.frames().filter((frame) => frame.url().startsWith(portalUrl))).toEqual([]);
    });
  }
});

/**
 * The portal and the partner's page ignore forged messages: no client secret is fetched, no forged secret is used, and the frame keeps
 * its height.
 */
test.describe("forged messages are ignored", () => {
  const say = (kind: string, name: string, body: unknown, id = "forged", p: unknown = 1) =>
    JSON.stringify({ p, id, kind, name, body });
  const forgedSecret = say("res", "client-secret", { clientSecret: "ct_test_forged" });

  /** Opens the partner's page with the portal, and counts session requests and uses of the forged secret. */
  async function openAndCount(page: Page) {
    const counts = { sessions: 0, forged: 0 };
    page.on("request", (request) => {
      if (request.url().endsWith("/financing-session")) counts.sessions++;
      if (request.postData()?.includes("ct_test_forged")) counts.forged++;
    });
    await page.goto(`${demoUrl}/financing`);
    await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeVisible();
    const height = () =>
      page
        .locator("iframe")
        .first()
        .evaluate((frame) => frame.clientHeight);
    await expect.poll(height).not.toBe(480);
    return { counts, before: await height(), height };
  }

  /** A window handles messages in order: when it receives the last one, it has handled all earlier ones. */
  async function allMessagesHandled(page: Page) {
    for (const frame of page.frames()) {
      await frame.evaluate(async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        window.addEventListener("message", ({ data }) => void (data === "the last one" && resolve()));
        window.postMessage("the last one", "*");
        await promise;
        // Requests that a message triggered were sent before this request is answered.
        if (location.protocol === "http:") await fetch(location.href, { method: "GET" }).catch(() => {});
      });
    }
  }

  async function expectNoEffect(page: Page, { counts, before, height }: Awaited<ReturnType<typeof openAndCount>>) {
    await allMessagesHandled(page);
    expect({ ...counts, height: await height() }).toEqual({ sessions: 1, forged: 0, height: before });
  }

  const messagesToPortal: [string, unknown][] = [
    ["a response without a request", forgedSecret],
    ["a second hello", say("hello", "host", {})],
    ["a message of another version", say("res", "client-secret", { clientSecret: "ct_test_forged" }, "forged", 2)],
    [
      "an object instead of text",
      { p: 1, id: "forged", kind: "res", name: "client-secret", body: { clientSecret: "ct_test_forged" } },
    ],
    ["text that is not JSON", "{"],
    ["a body that is a list", say("res", "client-secret", ["ct_test_forged"])],
    ["an unknown kind", say("order", "client-secret", { clientSecret: "ct_test_forged" })],
    [
      "a message in __proto__",
      '{"__proto__":{"p":1,"id":"x","kind":"res","name":"client-secret","body":{"clientSecret":"ct_test_forged"}}}',
    ],
    [
      "an oversized message",
      say("res", "client-secret", { clientSecret: "ct_test_forged", more: "x".repeat(100_000) }),
    ],
  ];
  for (const [name, message] of messagesToPortal) {
    test(`sent to the portal: ${name}`, async ({ page }) => {
      const state = await openAndCount(page);
      await page.evaluate((data) => document.querySelector("iframe")?.contentWindow?.postMessage(data, "*"), message);
      await expectNoEffect(page, state);
    });
  }

  test.describe(() => {
    // The partner's content security policy would block an untrusted frame; this test runs without it.
    test.use({ bypassCSP: true });
    for (const [name, sandbox] of [
      ["an untrusted sibling frame", false],
      ["a sibling frame without an origin", true],
    ] as const) {
      test(`sent from ${name} to the portal and to the page`, async ({ page }) => {
        const script = `<script>
          const say = (to, message) => to.postMessage(message, "*");
          say(parent.frames[0], ${JSON.stringify(forgedSecret)});
          say(parent.frames[0], ${JSON.stringify(say("hello", "host", {}))});
          say(parent, ${JSON.stringify(say("req", "client-secret", {}))});
          say(parent, ${JSON.stringify(say("evt", "resize", { height: 9_000 }))});
        </script>`;
        pages.set("/sibling", script);
        const state = await openAndCount(page);
        await page.evaluate(
          async ({ address, isSandboxed }) => {
            const frame = document.createElement("iframe");
            if (isSandboxed) frame.setAttribute("sandbox", "allow-scripts");
            frame.src = address;
            const load = new Promise((resolve) => frame.addEventListener("load", resolve));
            document.body.append(frame);
            await load;
          },
          { address: `${siteUrl}/sibling`, isSandboxed: sandbox },
        );
        await expectNoEffect(page, state);
      });
    }
  });

  test("sent from the page's own window in the name of the portal", async ({ page }) => {
    const state = await openAndCount(page);
    await page.evaluate(
      (messages) => {
        for (const message of messages) window.postMessage(message, "*");
      },
      [say("req", "client-secret", {}), say("evt", "resize", { height: 9_000 })],
    );
    await expectNoEffect(page, state);
  });

  test("sent by a page that opened the portal in a new window", async ({ page }) => {
    const address = await framedAddress(page);
    pages.set("/opener", "<!doctype html><title>Opener</title>");
    await page.goto(`${siteUrl}/opener`);
    const forged: string[] = [];
    page
      .context()
      .on("request", (request) => void (request.postData()?.includes("ct_test_forged") && forged.push(request.url())));
    const popup = page.waitForEvent("popup");
    await page.evaluate((to) => void window.open(to, "portal"), address);
    const portal = await popup;
    await portal.waitForLoadState();
    await page.evaluate(
      (messages) => {
        for (const message of messages) window.open("", "portal")?.postMessage(message, "*");
      },
      [say("hello", "host", {}), forgedSecret],
    );
    await allMessagesHandled(portal);
    expect(forged).toEqual([]);
  });

  test("sent by the portal with an invalid height", async ({ page }) => {
    const state = await openAndCount(page);
    const portal = page.frames().find((frame) => frame.url().startsWith(portalUrl));
    await portal?.evaluate(
      (messages) => {
        for (const message of messages) parent.postMessage(message, "*");
      },
      [
        say("evt", "resize", { height: 1e9 }),
        say("evt", "resize", { height: -5 }),
        say("evt", "resize", { height: "9000px" }),
      ],
    );
    await expectNoEffect(page, state);
  });
});
