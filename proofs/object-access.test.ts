import type { Call } from "@inlay/contracts/call.ts";
import { idOf, platformId, publicId, referenceTo, uuid } from "@inlay/contracts/ids.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import type { AppContext } from "../apps/api/src/context.ts";
import { neverIssued, requestsOf, requireEveryField } from "./object-access-attacks.ts";
import { describeCalls, fieldName, requireRouted } from "./object-access-calls.ts";
import type { Caller, Tenant } from "./object-access-tenants.ts";

const id = "01a1e665-ac30-7a55-9455-0887698ebfad";
const aCall = (shapes: Pick<Call, "params" | "query" | "body">): Call => ({
  method: "POST",
  path: "/api/staff/v1/made-up",
  audience: "staff",
  slice: "staff",
  action: "staff.self.view",
  summary: "Made up.",
  answer: z.unknown(),
  ...shapes,
});
const described = (shapes: Pick<Call, "params" | "query" | "body">) => {
  const [call] = describeCalls([["staff.madeUp", aCall(shapes)]]);
  if (!call) throw new Error("no call");
  return call;
};
const fieldsOf = (shapes: Pick<Call, "params" | "query" | "body">) => described(shapes).fields.map(fieldName);

describe("an id field", () => {
  it("is found in the path, the query and the body, however deep it is", () => {
    const many = z.optional(
      z.pipe(
        z.transform((value: unknown) => [value].flat()),
        z.array(uuid),
      ),
    );
    const rows = z.array(z.strictObject({ order: z.nullable(uuid), name: z.string() }));
    const found = fieldsOf({
      params: z.object({ taskId: uuid }),
      query: z.strictObject({ itemIds: many, after: z.optional(uuid) }),
      body: z.strictObject({ rows: z._default(rows, []), choice: z.union([z.boolean(), z.object({ id: uuid })]) }),
    });
    expect(found).toEqual(["params.taskId", "query.itemIds.*", "query.after", "body.rows.*.order", "body.choice.id"]);
  });

  it("is found as an id of the partner API, as a reference and as the platform's own id", () => {
    const params = z.object({ one: idOf("user"), two: referenceTo("business"), three: z.optional(platformId) });
    expect(described({ params }).fields.map(({ isReference }) => isReference)).toEqual([false, true, false]);
  });

  it("is found in the answers to steps, and as the user index of every call of the portal that is not public", () => {
    const calls = new Map(describeCalls().map((call) => [call.name, call.fields.map(fieldName)]));
    expect(calls.get("portal.completeStep")).toEqual(
      expect.arrayContaining(["headers.user-index", "body.data.primaryBankAccountId of UPDATE_PRIMARY_BANK_ACCOUNT"]),
    );
    expect(calls.get("portal.requestLoginCode")).toEqual([]);
  });

  it("cannot hide in a shape that is not described", () => {
    const shapes = [z.unknown(), z.any(), z.record(z.string(), z.unknown()), z.looseObject({}), z.custom<string>()];
    for (const shape of shapes)
      expect(() => fieldsOf({ body: z.strictObject({ more: shape }) })).toThrow(
        /^staff\.madeUp body\.more.* could hide an id/,
      );
  });

  it("cannot hide in text with the name of an id", () => {
    for (const name of ["documentId", "itemIds", "imageUrl", "shareToken", "reference"])
      expect(() => fieldsOf({ body: z.strictObject({ [name]: z.string() }) })).toThrow("has the name of an id");
    expect(fieldsOf({ body: z.strictObject({ valid: z.string(), paid: z.string() }) })).toEqual([]);
  });
});

describe("a call", () => {
  const tenant = { objects: {} } as Tenant;
  const caller = {} as Caller;

  it("with an id, a path parameter or a body needs a case, and no other does", () => {
    for (const shapes of [{ query: z.object({ after: uuid }) }, { body: z.strictObject({}) }])
      expect(() => requestsOf(described(shapes), tenant, caller)).toThrow("staff.madeUp has ids");
    expect(requestsOf(described({ query: z.object({ limit: z.number() }) }), tenant, caller)).toEqual([{}]);
  });

  it("has requests that use every id field, and a reference in both of its forms", () => {
    const call = described({
      params: z.object({ businessId: referenceTo("business") }),
      body: z.object({ order: uuid }),
    });
    const ours = { params: { businessId: publicId("business", id) } };
    const theirs = { params: { businessId: "platform:7" }, body: { order: id } };
    expect(() => requireEveryField(call, [ours])).toThrow("params.businessId (/^platform:/)");
    expect(() => requireEveryField(call, [ours, { params: theirs.params }])).toThrow("body.order");
    expect(() => requireEveryField(call, [ours, theirs])).not.toThrow();
  });

  it("that the server answers is in a list of calls", () => {
    const call = aCall({ params: z.object({ taskId: uuid }) });
    const slice = {
      routes: { staff: [(router: { authenticatedRoute(one: Call): void }) => router.authenticatedRoute(call)] },
    };
    expect(() => requireRouted([slice as never], {} as AppContext)).toThrow("POST /api/staff/v1/made-up has a route");
  });
});

describe("an unknown id", () => {
  it("has the form of the one it replaces", () => {
    const forms: [string, RegExp][] = [
      [id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
      [publicId("user", id), /^usr_[0-7][0-9a-z]{25}$/],
      ["platform:7", /^platform:.+/],
      [`https://inlay.test/documents/${id}/read`, /^https:\/\/inlay\.test\/documents\/[0-9a-f-]{36}\/read$/],
      ["0", /^\d{4}$/],
    ];
    for (const [value, form] of forms) {
      expect(neverIssued(value)).toMatch(form);
      expect(neverIssued(value)).not.toBe(value);
    }
  });
});
