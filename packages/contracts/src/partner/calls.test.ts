import { actions } from "@inlay/lending/access/permissions.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import type { Call } from "../call.ts";
import { validationRefusal } from "../errors/validation.ts";
import { Refusal } from "../errors.ts";
import { publicId } from "../ids.ts";
import { Secret } from "../secret.ts";
import { partnerBankAccountCreate, partnerBankAccountPatch } from "./bank-accounts/bank-account.ts";
import { partnerBusinessCreate } from "./businesses/business.ts";
import { partnerCalls } from "./calls.ts";
import { mergeMetadata, metadataPatch } from "./metadata.ts";
import { hasScope, scopeOf, scopes } from "./scopes.ts";
import { partnerUserCreate } from "./users/user.ts";

const calls: [string, Call][] = Object.entries(partnerCalls);
const someUuid = "01975f7e-0000-7000-8000-000000000000";

function refusal(shape: z.ZodMiniType, value: unknown, place: "BODY" | "QUERY" | "PATH" = "BODY") {
  const result = shape.safeParse(value);
  if (result.success) throw new Error("was accepted");
  return validationRefusal(result.error.issues, value, place);
}

describe("partner calls", () => {
  it.each(calls)("%s has a path under /api/platform/v1, a known action and a scope", (_, call) => {
    expect(call.path).toMatch(/^\/api\/platform\/v1\//);
    expect(call.audience).toBe("partner");
    expect(actions).toContain(call.action);
    expect(scopes).toContain(Object.entries(scopeOf).find(([action]) => action === call.action)?.[1]);
  });

  it.each(calls)("%s requires an Idempotency-Key exactly if it is a POST", (_, call) => {
    expect(call.idempotent === true).toBe(call.method === "POST");
    // 202: started and completed later.
    expect(call.method === "POST" ? [201, 202] : [200]).toContain(call.status ?? 200);
  });

  it.each(calls)("%s rejects unknown fields and always answers with every member", (_, call) => {
    for (const sent of [call.query, call.body]) {
      if (sent !== undefined) expect(z.toJSONSchema(sent, { io: "input" }).additionalProperties).toBe(false);
    }
    const answer = z.toJSONSchema(call.answer, { io: "output" });
    expect(answer.required).toEqual(Object.keys(answer.properties ?? {}));
  });

  it("include the read scope in the write scope", () => {
    expect(hasScope(["businesses:write"], "businesses:read")).toBe(true);
    expect(hasScope(["businesses:read"], "businesses:write")).toBe(false);
    expect(hasScope(["users:write"], "businesses:read")).toBe(false);
  });
});

describe("partner list", () => {
  const query = partnerCalls.listUsers.query;

  it("has defaults, and accepts a filter once or several times", () => {
    expect(query.parse({})).toEqual({ limit: 25, order: "desc" });
    expect(query.parse({ limit: "10", role: "OPERATOR", businessId: ["platform:a", "platform:b"] })).toEqual({
      limit: 10,
      order: "desc",
      role: ["OPERATOR"],
      businessId: ["platform:a", "platform:b"],
    });
  });

  it("rejects an unknown parameter by name", () => {
    const refused = refusal(query, { statuss: "LATE" }, "QUERY");
    expect(refused.code).toBe("UNKNOWN_PARAMETER");
    expect(refused.message).toBe("The request could not be read: statuss is not known here.");
    expect(refused.fields).toEqual([
      { in: "QUERY", pointer: "/statuss", code: "UNKNOWN", message: "statuss is not known here." },
    ]);
  });

  it.each(["0", "101", "ten", "2.5"])("rejects a limit of %s", (limit) => {
    expect(query.safeParse({ limit }).success).toBe(false);
  });
});

describe("partner business creation", () => {
  it("requires only the platform's id", () => {
    expect(partnerBusinessCreate.parse({ platformBusinessId: "acme-42" })).toEqual({ platformBusinessId: "acme-42" });
  });

  it("hides the EIN and normalizes the other fields", () => {
    const created = partnerBusinessCreate.parse({
      platformBusinessId: "acme-42",
      name: "Acme Plumbing",
      address: { addressLineOne: "12 Main St", city: "Austin", state: "TX", zipcode: "78701", country: "US" },
      phoneNumber: "4155552671",
      ein: "990000012",
      metadata: { plan: "pro", seats: 12, beta: true },
    });
    expect(created.ein).toBeInstanceOf(Secret);
    expect(created.phoneNumber).toBe("+14155552671");
  });

  it("reports a pointer for each error", () => {
    const refused = refusal(partnerBusinessCreate, { name: "A\nB", address: { state: "XX" }, colour: "red" });
    expect(refused.code).toBe("VALIDATION_FAILED");
    expect(refused.fields.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/platformBusinessId", "REQUIRED"],
      ["/name", "INVALID"],
      ["/address/addressLineOne", "REQUIRED"],
      ["/address/city", "REQUIRED"],
      ["/address/state", "INVALID"],
      ["/address/zipcode", "REQUIRED"],
      ["/address/country", "REQUIRED"],
      ["/colour", "UNKNOWN"],
    ]);
  });
});

describe("partner user creation", () => {
  it("accepts the business by our id or by the platform's id", () => {
    expect(partnerUserCreate.safeParse({ platformUserId: "u-7", platformBusinessId: "acme-42" }).success).toBe(true);
    const businessId = publicId("business", someUuid);
    expect(partnerUserCreate.safeParse({ platformUserId: "u-7", businessId }).success).toBe(true);
  });

  it("rejects a missing and an ambiguous business reference with their own codes", () => {
    const none = refusal(partnerUserCreate, { platformUserId: "u-7" });
    expect(none.code).toBe("REFERENCE_REQUIRED");
    expect(none.fields[0]?.message).toBe("Either platformBusinessId or businessId must be provided as a string.");

    const businessId = publicId("business", someUuid);
    const both = refusal(partnerUserCreate, { platformUserId: "u-7", businessId, platformBusinessId: "acme-42" });
    expect(both.code).toBe("REFERENCE_AMBIGUOUS");
    expect(both.fields[0]).toMatchObject({ pointer: "/businessId", code: "EXCLUSIVE" });
  });

  it("rejects roles that a platform cannot assign", () => {
    const roles = ["SECONDARY_OWNER"];
    expect(partnerUserCreate.safeParse({ platformUserId: "u", platformBusinessId: "b", roles }).success).toBe(false);
  });

  it("rejects an invalid id with INVALID_ID", () => {
    const refused = refusal(partnerCalls.getUser.params, { userId: "u-7" }, "PATH");
    expect(refused.code).toBe("INVALID_ID");
    expect(refused.message).toContain("begins with usr_, or platform: and your own id");
  });
});

describe("platform-provided bank account", () => {
  const business = { platformBusinessId: "acme-42" };
  const account = {
    name: "Operating",
    accountType: "CHECKING",
    accountNumber: "000123456789",
    routingNumber: "021000021",
  };

  it("hides both numbers, and has the created method PLATFORM by default", () => {
    const provided = partnerBankAccountCreate.parse({ ...business, ...account });
    expect(provided.accountNumber).toBeInstanceOf(Secret);
    expect(provided.routingNumber).toBeInstanceOf(Secret);
    expect(provided.createdMethod).toBe("PLATFORM");
  });

  it("reports a pointer for an invalid routing number and for a missing business", () => {
    const refused = refusal(partnerBankAccountCreate, { ...account, routingNumber: "021000022" });
    expect(refused.fields.map(({ pointer }) => pointer)).toContain("/routingNumber");
    expect(refusal(partnerBankAccountCreate, account).code).toBe("REFERENCE_REQUIRED");
  });

  it("cannot be created with the methods of an owner's own accounts", () => {
    const owners = { ...business, ...account, createdMethod: "PLAID" };
    expect(partnerBankAccountCreate.safeParse(owners).success).toBe(false);
  });

  it("changes both numbers together or neither", () => {
    expect(refusal(partnerBankAccountPatch, { routingNumber: "021000021" }).fields[0]?.code).toBe("REQUIRED");
    expect(partnerBankAccountPatch.safeParse({ name: "Payouts" }).success).toBe(true);
  });
});

describe("sales day batch", () => {
  const row = {
    platformBusinessId: "acme-42",
    date: "2026-01-05",
    grossCents: 1,
    refundsCents: 0,
    transactionCount: 1,
    closed: true,
  };
  const rows = (count: number) => ({ rows: Array.from({ length: count }, () => row) });
  const { body } = partnerCalls.recordSalesDays;

  it("has 1 to 500 rows", () => {
    expect([0, 1, 500, 501].map((count) => body.safeParse(rows(count)).success)).toEqual([false, true, true, false]);
  });

  it('uses the channel "all" by default', () => {
    expect(body.parse(rows(1)).rows[0]?.channel).toBe("all");
  });
});

describe("metadata patch", () => {
  it("removes null keys, keeps missing keys and rejects personal numbers", () => {
    expect(mergeMetadata({ a: 1, b: 2 }, { a: null, c: "x" })).toEqual({ b: 2, c: "x" });
    expect(refusal(metadataPatch, { note: "900-12-3456" }).code).toBe("SENSITIVE_VALUE");
  });

  it("cannot exceed the size limits through repeated changes", () => {
    const kept = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, n]));
    expect(() => mergeMetadata(kept, { more: 1 })).toThrow(Refusal);
    expect(() => mergeMetadata(kept, { more: 1, k0: null })).not.toThrow();
  });
});
