import type { Call } from "@inlay/contracts/call.ts";
import { portalCalls } from "@inlay/contracts/calls/all.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { describe, expect, it } from "vitest";
import type { AppContext } from "../apps/api/src/context.ts";
import { neverIssued, requestsOf, requireEveryField } from "./object-access-attacks.ts";
import { describeCalls, fieldName, requireRouted } from "./object-access-calls.ts";
import type { Caller, Tenant } from "./object-access-tenants.ts";

const id = "01a1e665-ac30-7a55-9455-0887698ebfad";
type Shapes = Pick<Call, "params" | "query" | "body">;
/** A call with the shapes of another one. What the lists explain is explained under the other's name only. */
const aCall = ({ params, query, body }: Shapes): Call => ({
  ...staffCalls.getSelf,
  path: "/api/staff/v1/made-up",
  ...(params && { params }),
  ...(query && { query }),
  ...(body && { body }),
});
const described = (shapes: Shapes) => {
  const [call] = describeCalls([["staff.madeUp", aCall(shapes)]]);
  if (!call) throw new Error("no call");
  return call;
};

describe("an id field", () => {
  const fields = new Map(describeCalls().map((call) => [call.name, call.fields]));
  const namesOf = (name: string) => fields.get(name)?.map(fieldName);

  it("is found in the path, the query and the body, in lists, and where it may be missing or null", () => {
    expect(namesOf("staff.retryPaymentOrder")).toEqual([
      ...["params.businessId", "params.paymentOrderId", "body.bankAccountId"],
    ]);
    expect(namesOf("partner.listUsers")).toEqual(["query.id.*", "query.businessId.*", "query.platformUserId.*"]);
    expect(namesOf("partner.recordSalesDays")).toEqual(["body.rows.*.businessId", "body.rows.*.platformBusinessId"]);
    expect(namesOf("portal.updateBusiness")).toEqual(["body.customInitializationId", "headers.user-index"]);
  });

  it("is a reference where the platform's own id is accepted too", () => {
    expect(fields.get("partner.getUser")?.map(({ isReference }) => isReference)).toEqual([true]);
    expect(fields.get("partner.getConnectToken")?.map(({ isReference }) => isReference)).toEqual([false]);
  });

  it("is found in the answer to each step, and as the user index of every call of the portal that is not public", () => {
    expect(namesOf("portal.completeStep")).toEqual(
      expect.arrayContaining(["headers.user-index", "body.data.primaryBankAccountId of UPDATE_PRIMARY_BANK_ACCOUNT"]),
    );
    expect(namesOf("portal.requestLoginCode")).toEqual([]);
  });

  it("cannot hide in a shape that is not described", () => {
    expect(() => described(portalCalls.completeStep)).toThrow(
      "staff.madeUp body.data.{} is of type unknown and could hide an id",
    );
  });

  it("cannot hide in text with the name of an id", () => {
    for (const call of [
      portalCalls.requestTaxReturnUploads,
      portalCalls.exchangeConnectToken,
      staffCalls.approveRequest,
    ])
      expect(() => described(call)).toThrow("has the name of an id");
  });
});

describe("a call", () => {
  const tenant = { objects: {} } as Tenant;
  const caller = {} as Caller;

  it("with an id, a path parameter or a body needs a case, and no other does", () => {
    for (const shapes of [staffCalls.listTasks, staffCalls.askNewPasskey, staffCalls.claimTask])
      expect(() => requestsOf(described(shapes), tenant, caller)).toThrow("staff.madeUp has ids");
    expect(requestsOf(described(portalCalls.listBankAccounts), tenant, caller)).toEqual([{}]);
  });

  it("has requests that use every id field, and a reference in both of its forms", () => {
    const call = described({ params: partnerCalls.getBusiness.params, body: staffCalls.identifyBankLine.body });
    const ours = { params: { businessId: publicId("business", id) } };
    const theirs = { params: { businessId: "platform:7" }, body: { paymentOrderId: id } };
    expect(() => requireEveryField(call, [ours])).toThrow("params.businessId (/^platform:/)");
    expect(() => requireEveryField(call, [ours, { params: theirs.params }])).toThrow("body.paymentOrderId");
    expect(() => requireEveryField(call, [ours, theirs])).not.toThrow();
  });

  it("that the server answers is in a list of calls", () => {
    const call = aCall(staffCalls.claimTask);
    const slice = {
      routes: { staff: [(router: { authenticatedRoute(one: Call): void }) => router.authenticatedRoute(call)] },
    };
    expect(() => requireRouted([slice as never], {} as AppContext)).toThrow("GET /api/staff/v1/made-up has a route");
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
