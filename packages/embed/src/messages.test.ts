import { afterEach, describe, expect, it } from "vitest";
import {
  clientSecretIn,
  errorIn,
  focusIn,
  heightIn,
  progressIn,
  readMessage,
  secondsLeftIn,
  showRequestIn,
  writeMessage,
} from "./messages.ts";

const envelope = { p: 1, id: "a1", kind: "evt", name: "resize", body: { height: 480 } };
const written = (change: object) => JSON.stringify({ ...envelope, ...change });

describe("frame message", () => {
  it("is read as it was written", () => {
    const read = readMessage(writeMessage("req", "client-secret", { why: "first" }, "id-7"));
    expect(read).toEqual({ p: 1, id: "id-7", kind: "req", name: "client-secret", body: { why: "first" } });
  });

  it("has a unique id unless it answers a request", () => {
    const ids = [1, 2].map(() => readMessage(writeMessage("hello", "host"))?.id);
    expect(ids[0]).toBeTruthy();
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("with an unknown name is read, so that a newer version can send to an older one", () => {
    expect(readMessage(written({ name: "from-the-future" }))?.name).toBe("from-the-future");
  });

  it("drops unknown fields", () => {
    expect(readMessage(written({ extra: "x" }))).toEqual(envelope);
  });
});

describe("frame message reader ignores", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["an object that never was text", envelope],
    ["empty text", ""],
    ["broken JSON", '{"p":1,'],
    ["JSON null", "null"],
    ["a JSON list", JSON.stringify([envelope])],
    ["another program's message", JSON.stringify({ source: "devtools", payload: {} })],
    ["a later version", written({ p: 2 })],
    ["a version written as text", written({ p: "1" })],
    ["no version", written({ p: undefined })],
    ["an unknown kind", written({ kind: "cmd" })],
    ["a kind that every object has", written({ kind: "function Object() { [native code] }" })],
    ["no id", written({ id: undefined })],
    ["an empty id", written({ id: "" })],
    ["a number for an id", written({ id: 1 })],
    ["an endless id", written({ id: "x".repeat(65) })],
    ["an empty name", written({ name: "" })],
    ["an endless name", written({ name: "x".repeat(65) })],
    ["no body", written({ body: undefined })],
    ["null for a body", written({ body: null })],
    ["a list for a body", written({ body: [] })],
    ["text for a body", written({ body: "height" })],
  ])("%s", (_, data) => expect(readMessage(data)).toBeNull());

  it("oversized text, without parsing it", () => {
    expect(readMessage(written({ body: { filler: "x".repeat(66_000) } }))).toBeNull();
    expect(readMessage("[".repeat(10_000_000))).toBeNull();
  });

  it("deeply nested lists up to the size limit", () => {
    expect(readMessage("[".repeat(32_000) + "]".repeat(32_000))).toBeNull();
  });
});

describe("frame message and Object.prototype", () => {
  afterEach(() => {
    for (const key of ["p", "id", "kind", "name", "body", "height", "clientSecret"]) {
      Reflect.deleteProperty(Object.prototype, key);
    }
  });

  it("a __proto__ in the text adds no fields", () => {
    expect(readMessage(`{"__proto__":${JSON.stringify(envelope)}}`)).toBeNull();
    expect(heightIn(JSON.parse('{"__proto__":{"height":9}}'))).toBeNull();
  });

  it("reading a __proto__ does not change other objects", () => {
    readMessage(`{"p":1,"id":"a","kind":"evt","name":"n","body":{"__proto__":{"stained":true}}}`);
    expect(Object.hasOwn(Object.prototype, "stained")).toBe(false);
    expect(({} as { stained?: boolean }).stained).toBeUndefined();
  });

  it("properties that the page added to Object.prototype are not fields of a message", () => {
    for (const [key, value] of Object.entries({ ...envelope, height: 9, clientSecret: "stolen" })) {
      Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true });
    }
    expect(readMessage("{}")).toBeNull();
    expect(heightIn({})).toBeNull();
    expect(clientSecretIn({})).toBeNull();
  });
});

describe("frame message body", () => {
  it("focus: a place within the frame", () => {
    expect(focusIn({ top: 120.5, height: 40 })).toEqual({ top: 120.5, height: 40 });
    for (const top of [-1, 20_001, "120", null, Number.NaN, undefined])
      expect(focusIn({ top, height: 40 }), String(top)).toBeNull();
    expect(focusIn({ top: 120 })).toBeNull();
  });

  it("height: a number of pixels within limits, rounded up", () => {
    expect(heightIn({ height: 480.2 })).toBe(481);
    for (const height of [0, -1, 20_001, "480", null, Number.NaN, Number.POSITIVE_INFINITY, undefined]) {
      expect(heightIn({ height })).toBeNull();
    }
  });

  it("client secret: text of limited length", () => {
    expect(clientSecretIn({ clientSecret: "ctk_1" })).toBe("ctk_1");
    for (const clientSecret of ["", "x".repeat(501), 5, null, ["ctk_1"], undefined]) {
      expect(clientSecretIn({ clientSecret })).toBeNull();
    }
  });

  it("error: a known type with a code and a message", () => {
    const error = { type: "api", code: "NOT_FOUND", message: "We could not find that.", retriable: false };
    expect(errorIn({ ...error, requestId: "req_1" })).toEqual({ ...error, requestId: "req_1" });
    expect(errorIn({ ...error, requestId: 7 })?.requestId).toBeNull();
    expect(errorIn({ ...error, type: "function toString() { [native code] }" })).toBeNull();
    expect(errorIn({ ...error, message: "x".repeat(1_001) })).toBeNull();
  });

  it("progress: a position in a known section", () => {
    const progress = { section: "onboarding", position: 3, of: 9 };
    expect(progressIn({ ...progress, extra: 1 })).toEqual(progress);
    for (const change of [{ section: "vault" }, { position: 10 }, { position: 1.5 }, { of: "9" }, { position: -1 }]) {
      expect(progressIn({ ...progress, ...change })).toBeNull();
    }
  });

  it("remaining session time: a whole number of seconds, at most one day", () => {
    expect(secondsLeftIn({ secondsLeft: 120 })).toBe(120);
    for (const secondsLeft of [-1, 1.5, 86_401, "120", null, undefined])
      expect(secondsLeftIn({ secondsLeft })).toBeNull();
  });

  it("show request: a component name in capitals, with optional ids as text", () => {
    const request = { component: "PAY_NOW", sessionToken: "ses_1", invoiceId: "inv_1", platformInvoiceId: "A-1" };
    expect(showRequestIn(request)).toEqual(request);
    expect(showRequestIn({ component: "SUMMARY", invoiceId: 7 })).toEqual({
      component: "SUMMARY",
      sessionToken: null,
      invoiceId: null,
      platformInvoiceId: null,
    });
    for (const component of ["", "summary", "PAY NOW", "x".repeat(65), 5, null, undefined]) {
      expect(showRequestIn({ component })).toBeNull();
    }
  });
});
