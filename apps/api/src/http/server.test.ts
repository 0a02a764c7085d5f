import { createHash, createHmac, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { saveStyleConfiguration } from "../platforms/style-configurations.ts";
import { larkspurStyles } from "../seed/seed.ts";
import { slices } from "../slices.ts";
import { type TestServer, testServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ PORTAL_DIST: builtPortal() });
});
afterAll(() => server.close());

function builtPortal(): string {
  const dist = mkdtempSync(path.join(tmpdir(), "portal-"));
  mkdirSync(path.join(dist, "assets"));
  writeFileSync(path.join(dist, "index.html"), '<!doctype html><html lang="en"><head><title>Portal</title></head>');
  for (const name of [
    "main-1a2b.js",
    "en-CpJD_kkr.js",
    "es-8Vg5MM-c.js",
    "es-sentences-BgyCxKrX.js",
    "offers-en-5IPzuxJm.js",
  ])
    writeFileSync(path.join(dist, "assets", name), "export {};");
  writeFileSync(path.join(dist, "assets/main-1a2b.js.br"), brotliCompressSync("export {};"));
  return dist;
}

describe("HTTP answer", () => {
  it("has a request id, cannot be cached or framed, and does not identify the server software", async () => {
    const person = await server.person(await server.platform());
    const answers = [
      await person.as({ method: "GET", url: "/api/v1/business" }),
      await person.as({ method: "GET", url: "/api/v1/nowhere" }),
      await person.as({ method: "GET", url: "/api/platform/v1/businesses" }),
      await person.as({
        method: "PUT",
        url: "/api/v1/users/roles",
        payload: "{",
        headers: { "content-type": "application/json" },
      }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 401, 400]);
    for (const { headers } of answers) {
      expect(headers["request-id"]).toMatch(/^req_[0-9a-z]{26}$/);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["content-security-policy"]).toBe("default-src 'none';frame-ancestors 'none'");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["server"]).toBeUndefined();
    }
  });

  it("to a refused portal request has both codes, a sentence and the request id", async () => {
    const answer = await server.fastify.inject({ method: "GET", url: "/api/v1/business" });
    expect(answer.json()).toEqual({
      errorCode: "NotSignedInException",
      code: "NOT_SIGNED_IN",
      message: "Please sign in again.",
      requestId: answer.headers["request-id"],
    });
  });

  it("to an internal error discloses nothing, and the log has the stack without data", async () => {
    const broken = await testServer();
    try {
      const person = await broken.person(await broken.platform());
      await broken.database.admin.query("alter table app.onboarding rename column answers to replies");
      const answer = await person.as({ method: "GET", url: "/api/v1/workflow" });
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        errorCode: "InternalException",
        code: "INTERNAL",
        message: "Oops, an error occurred. Please contact us or try again later. We apologize for any inconvenience.",
        requestId: answer.headers["request-id"],
      });
      const line = broken.logged.find((one) => one.includes("a request failed")) ?? "";
      expect(JSON.parse(line).error).toMatchObject({
        code: "42703",
        at: expect.arrayContaining([expect.stringContaining("progress.ts")]),
      });
    } finally {
      await broken.close();
    }
  });
});

describe("request body", () => {
  it("that is too large, not JSON or of another type is refused with its own code", async () => {
    const platform = await server.platform();
    const post = (payload: string, type = "application/json") =>
      server.partner(platform, {
        method: "POST",
        url: "/api/platform/v1/businesses",
        payload,
        headers: { "content-type": type },
      });
    expect((await post(`{"a":"${"x".repeat(1024 * 1024)}"}`)).body["code"]).toBe("TOO_LARGE");
    expect((await post("{")).body["code"]).toBe("MALFORMED_JSON");
    expect((await post("a=b", "application/x-www-form-urlencoded")).body["code"]).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect((await post('{"__proto__": {"a": 1}, "platformBusinessId": "x"}')).status).toBe(400);
  });
});

describe("request log line", () => {
  it("has the route template instead of the URL, and no query, body or header", async () => {
    const platform = await server.platform();
    const canary = `canary-${randomUUID()}`;
    await server.partner(platform, {
      method: "POST",
      url: "/api/platform/v1/businesses",
      payload: { platformBusinessId: canary, name: "Log Line" },
    });
    await server.partner(platform, { method: "GET", url: `/api/platform/v1/businesses/platform:${canary}` });
    await server.fastify.inject({ method: "GET", url: `/api/public/v1/platforms?page=https://${canary}.example/` });
    const lines = server.logged.filter((line) => line.includes(platform.id) || line.includes("/api/public"));
    expect(lines.some((line) => line.includes("/api/platform/v1/businesses/:businessId"))).toBe(true);
    expect(lines.join()).not.toContain(canary);
    expect(lines.join()).not.toContain(platform.key);
  });
});

describe("rate limits", () => {
  it("answer 429 with the time to wait and survive a restart", async () => {
    const first = await testServer({}, { anonymous: 3, partnerRead: 2 });
    const ask = () => first.fastify.inject({ method: "GET", url: "/api/public/v1/platforms?page=https://x.example/" });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([404, 404, 404, 429]);
    const platform = await first.platform();
    const read = () => first.partner(platform, { method: "GET", url: "/api/platform/v1/businesses" });
    expect((await read()).headers).toMatchObject({
      "x-ratelimit-class": "partnerRead",
      "x-ratelimit-limit": "2",
      "x-ratelimit-remaining": "1",
    });
    await read();
    const refused = await read();
    expect(refused.body).toMatchObject({ code: "RATE_LIMITED", nextAction: { kind: "RETRY_LATER" } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);

    // Another process on the same database.
    const { buildServer } = await import("./server.ts");
    const { createLimits } = await import("../limits.ts");
    const second = await buildServer({ ...first.app, limits: createLimits(first.app.pool, { anonymous: 3 }) }, slices);
    expect(
      (await second.inject({ method: "GET", url: "/api/public/v1/platforms?page=https://x.example/" })).statusCode,
    ).toBe(429);
    await second.close();
    await first.close();
  });
});

describe("rate limit by address", () => {
  const ask = async (behind: TestServer, forwarded: string) =>
    (
      await behind.fastify.inject({
        method: "GET",
        url: "/api/public/v1/platforms?page=https://x.example/",
        headers: { "x-forwarded-for": forwarded },
      })
    ).statusCode;

  it("ignores X-Forwarded-For without a trusted proxy", async () => {
    const direct = await testServer({ TRUSTED_PROXIES: "0" }, { anonymous: 2 });
    const statuses: number[] = [];
    for (let n = 1; n <= 3; n++) statuses.push(await ask(direct, `198.51.100.${n}`));
    expect(statuses).toEqual([404, 404, 429]);
    await direct.close();
  });

  it("behind a trusted proxy counts the address that the proxy saw, not those that the caller sent", async () => {
    const proxied = await testServer({ TRUSTED_PROXIES: "1" }, { anonymous: 2 });
    const statuses: number[] = [];
    for (let n = 1; n <= 3; n++) statuses.push(await ask(proxied, `198.51.100.${n}, 203.0.113.7`));
    expect(statuses).toEqual([404, 404, 429]);
    expect(await ask(proxied, "203.0.113.7, 203.0.113.8")).toBe(404);
    const { rows } = await proxied.database.admin.query("select key from app.rate_limit order by key");
    expect(rows).toEqual([{ key: "anonymous:203.0.113.7" }, { key: "anonymous:203.0.113.8" }]);
    await proxied.close();
  });
});

describe("webhooks that no vendor signed", () => {
  it("are refused by address after a number of them, before the body is read, while signed ones of another address are handled", async () => {
    const proxied = await testServer({ TRUSTED_PROXIES: "1" }, { forgedWebhook: 2 });
    const other = '{"event":"ping","data":{"object":"other"}}';
    const post = async (address: string, signature: string, payload = other) =>
      (
        await proxied.fastify.inject({
          method: "POST",
          url: "/api/vendors/payments/webhooks",
          headers: { "x-forwarded-for": address, "x-signature": signature, "content-type": "application/json" },
          payload,
        })
      ).statusCode;
    const forged: number[] = [];
    for (let n = 0; n < 4; n++) forged.push(await post("203.0.113.9", "0".repeat(64)));
    expect(forged).toEqual([401, 401, 429, 429]);
    const tooLarge = "x".repeat(1024 * 1024 + 1);
    expect(await post("203.0.113.9", "", tooLarge)).toBe(429);
    expect(await post("203.0.113.11", "", tooLarge)).toBe(413);
    const { rows } = await proxied.database.admin.query("select key, points from app.rate_limit");
    expect(rows).toEqual([{ key: "forgedWebhook:203.0.113.9", points: 2 }]);
    const signature = createHmac("sha256", "test").update(other).digest("hex");
    const signed: number[] = [];
    for (let n = 0; n < 4; n++) signed.push(await post("203.0.113.10", signature));
    expect(signed).toEqual([200, 200, 200, 200]);
    await proxied.close();
  });
});

describe("portal page", () => {
  it("can be framed by the origins that its platform listed, and not at all without a key", async () => {
    const platform = await server.platform({
      allowedParentOrigins: ["https://app.partner.example", "http://127.0.0.1:4003"],
    });
    const page = async (query: string) => {
      const answer = await server.fastify.inject({ method: "GET", url: `/${query}` });
      return {
        framers: /frame-ancestors ([^;]+)/.exec(String(answer.headers["content-security-policy"]))?.[1],
        xfo: answer.headers["x-frame-options"],
      };
    };
    expect(await page(`?key=${platform.publishableKey}`)).toEqual({
      framers: "https://app.partner.example http://127.0.0.1:4003",
      xfo: undefined,
    });
    for (const query of ["", "?key=pk_test_nobody", `?key=${platform.key}`])
      expect(await page(query)).toEqual({ framers: "'none'", xfo: "DENY" });
  });

  it("has the theme of its platform in a style sheet that its policy allows", async () => {
    const platform = await server.platform();
    const sheetOf = async (query: string) => {
      const { body, headers } = await server.fastify.inject({ method: "GET", url: `/${query}` });
      const css = /<style>([^<]*)<\/style><\/head>/.exec(body)?.[1] ?? null;
      const hash = css && createHash("sha256").update(css).digest("base64");
      const policy = /style-src ([^;]+)/.exec(String(headers["content-security-policy"]))?.[1];
      return { css, isAllowed: policy === (hash ? `'self' 'sha256-${hash}'` : "'self'") };
    };
    const framed = await sheetOf(`?key=${platform.publishableKey}`);
    expect(framed).toMatchObject({
      css: expect.stringMatching(/^:root\{color-scheme:light;--primary:#/),
      isAllowed: true,
    });
    expect(await sheetOf(`?platform=${platform.id}`)).toEqual(framed);
    const dark = await sheetOf(`?key=${platform.publishableKey}&colorScheme=dark`);
    expect(dark).toMatchObject({ css: expect.stringMatching(/^:root\{color-scheme:dark;/), isAllowed: true });
    const auto = await sheetOf(`?key=${platform.publishableKey}&colorScheme=auto`);
    expect(auto.css).toBe(`${framed.css}@media (prefers-color-scheme:dark){${dark.css}}`);
    for (const query of ["?key=pk_test_nobody", `?platform=${randomUUID()}`, "?platform=nobody"])
      expect(await sheetOf(query), query).toEqual({ css: null, isAllowed: true });
  });

  it("has the theme that its URL names, or the default one", async () => {
    const platform = await server.platform();
    const styles = { ...larkspurStyles, primaryColor: "#7a1fa2" };
    const signInPage = { title: "", body: "", backgroundImageUrl: null, logoUrl: null };
    await inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      saveStyleConfiguration(tx, platform.id, { name: "Evening", isDefault: false, styles, signInPage }),
    );
    const primaryOf = async (name: string) => {
      const url = `/?key=${platform.publishableKey}&customInitializationName=${name}`;
      return /--primary:(#\w+)/.exec((await server.fastify.inject({ method: "GET", url })).body)?.[1];
    };
    expect(await primaryOf("Evening")).toBe("#7a1fa2");
    expect(await primaryOf("Unknown")).not.toBe("#7a1fa2");
  });

  it("names the texts of the language in which it begins, so that they arrive with its script", async () => {
    const preloaded = async (query: string, language?: string) => {
      const headers = language ? { "accept-language": language } : {};
      const { body } = await server.fastify.inject({ method: "GET", url: `/${query}`, headers });
      return [...body.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/([^"]+)">/g)].map(
        ([, name]) => name,
      );
    };
    const spanish = ["es-8Vg5MM-c.js", "es-sentences-BgyCxKrX.js"];
    expect(await preloaded("")).toEqual(["en-CpJD_kkr.js"]);
    expect(await preloaded("", "fr-FR, es-US;q=0.9, en;q=0.8")).toEqual(spanish);
    expect(await preloaded("?locale=es", "en-US")).toEqual(spanish);
    expect(await preloaded("?locale=fr", "en-US")).toEqual(["en-CpJD_kkr.js"]);
  });

  it("has no colors in a frame as long as the theme of the business may be another one", async () => {
    const platform = await server.platform();
    const isPending = async (query: string) =>
      (await server.fastify.inject({ method: "GET", url: `/${query}` })).body.includes("<html data-theme-pending");
    const framed = `?key=${platform.publishableKey}`;
    expect(await isPending(framed)).toBe(false);
    const signInPage = { title: "", body: "", backgroundImageUrl: null, logoUrl: null };
    await inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      saveStyleConfiguration(tx, platform.id, {
        name: "Evening",
        isDefault: false,
        styles: larkspurStyles,
        signInPage,
      }),
    );
    expect(await isPending(framed)).toBe(true);
    for (const query of [`${framed}&customInitializationName=Evening`, `?platform=${platform.id}`])
      expect(await isPending(query), query).toBe(false);
  });

  it("has assets that are cached forever and serves no other files", async () => {
    const file = await server.fastify.inject({ method: "GET", url: "/assets/main-1a2b.js" });
    expect(file.headers["cache-control"]).toContain("immutable");
    for (const url of [
      "/assets/nothing.js",
      "/assets/main-1a2b.js.br",
      "/assets/..%2Findex.html",
      "/assets/%2e%2e/index.html",
    ]) {
      expect((await server.fastify.inject({ method: "GET", url })).statusCode).toBe(404);
    }
  });
});

describe("built file of the portal", () => {
  it("is sent as the browser accepts it: Brotli if the build made one, else gzip, else as it is", async () => {
    const encodingOf = async (accepted: string, name = "main-1a2b.js") => {
      const headers = { "accept-encoding": accepted };
      const file = await server.fastify.inject({ method: "GET", url: `/assets/${name}`, headers });
      expect(file.headers["vary"]).toBe("accept-encoding");
      return file.headers["content-encoding"];
    };
    expect(await encodingOf("gzip, deflate, br, zstd")).toBe("br");
    expect(await encodingOf("gzip, deflate")).toBe("gzip");
    expect(await encodingOf("identity")).toBeUndefined();
    expect(await encodingOf("gzip, br", "en-CpJD_kkr.js")).toBe("gzip");
  });
});

describe("monitoring endpoints", () => {
  it("report liveness, readiness and metrics", async () => {
    expect((await server.fastify.inject("/healthz")).body).toBe("alive");
    expect((await server.fastify.inject("/readyz")).statusCode).toBe(200);
    const person = await server.person(await server.platform());
    await person.as({
      method: "POST",
      url: "/api/v1/servicing/interaction",
      payload: { eventType: "BANK_LINK_STUCK", cause: "CLOSED" },
    });
    const figures = (await server.fastify.inject("/metrics")).body;
    expect(figures).toContain('inlay_interactions_total{name="BANK_LINK_STUCK"} 1');
    expect(figures).toContain('route="/api/v1/servicing/interaction",status="202"');
    const { rows } = await server.database.admin.query("select name, details from app.interaction");
    expect(rows).toEqual([{ name: "BANK_LINK_STUCK", details: { cause: "CLOSED" } }]);
  });

  it("report a lost database, and requests get 503 with Retry-After until it is back", async () => {
    const lonely = await testServer();
    const person = await lonely.person(await lonely.platform());
    await lonely.database.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'inlay_app' and datname = current_database()",
    );
    await lonely.database.limitConnections(0);
    try {
      const answer = await person.as({ method: "GET", url: "/api/v1/business" });
      expect(answer.status).toBe(503);
      expect(answer.headers["retry-after"]).toBe("1");
      expect((await lonely.fastify.inject("/readyz")).statusCode).toBe(503);
    } finally {
      await lonely.database.limitConnections(-1);
    }
    expect((await person.as({ method: "GET", url: "/api/v1/business" })).status).toBe(200);
    await lonely.close();
  });
});

describe("partner API description", () => {
  it("is OpenAPI 3.1 generated from the contracts", async () => {
    const { openapi, paths } = (await server.fastify.inject("/openapi.json")).json();
    expect(openapi).toBe("3.1.0");
    expect(Object.keys(paths)).toContain("/api/platform/v1/businesses/{businessId}");
    expect(Object.keys(paths).filter((url) => !url.startsWith("/api/platform/"))).toEqual([]);
    expect(paths["/api/platform/v1/businesses"].post.requestBody.content["application/json"].schema.required).toEqual([
      "platformBusinessId",
    ]);
  });
});
