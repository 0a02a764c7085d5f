import { randomUUID } from "node:crypto";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { issuedProduct } from "../../products/issued.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
});
afterAll(() => server.close());

type Owner = TestPerson & { invoiceLine: string };

/** A person whose business has both products of invoices. */
async function financed(role = "PRIMARY_OWNER"): Promise<Owner> {
  const person = await server.person(platform, { email: `${randomUUID()}@pilot.test`, roles: [role] });
  const tenant = { platformId: platform.id, businessId: uuidOf("business", person.businessId) ?? "" };
  const { id } = await issuedProduct(server.database.admin, tenant, "FAST_PAY");
  await issuedProduct(server.database.admin, tenant, "EXTEND_PAY_PURCHASE_ORDER");
  return { ...person, invoiceLine: id };
}

const url = "/api/platform/v1/pilot-invoices";
const inDays = (days: number) => addDays(dateAt(new Date()), days);
const party = (side: string) => ({ [`${side}Type`]: "business", [`${side}BusinessName`]: "Big Builders" });
const invoiceOf = (more: object = {}) => ({
  platformInvoiceId: randomUUID(),
  platformInvoiceNumber: "881",
  invoiceAmountCents: 125_000,
  invoiceDueDate: inDays(30),
  ...more,
});
const send = (owner: Owner, component: string, more: object = {}, query = "") => {
  const side = component === "bill_session" ? "payee" : "payor";
  return server.partner(platform, {
    method: "POST",
    url: url + query,
    payload: { businessId: owner.businessId, data: { component, invoice: { ...invoiceOf(more), ...party(side) } } },
  });
};
async function held(owner: Owner, component = "invoice_session", more: object = {}): Promise<string> {
  const answer = await send(owner, component, more);
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body["id"]);
}
const uuidIn = (id: string) => uuidOf("pilotInvoice", id) ?? "";
const get = (id: string, on = platform) => server.partner(on, { method: "GET", url: `${url}/${id}` });
const withdraw = (id: string, on = platform) =>
  server.partner(on, { method: "POST", url: `${url}/${id}/withdraw`, payload: {} });
type Listed = { id: string; invoiceDueDate: string; productType: string; payor: object | null; payee: object | null };
const list = async (person: TestPerson) =>
  (await person.as({ url: "/api/v1/platform-pilot-invoices" })).body["platformPilotInvoices"] as Listed[];
const open = (person: TestPerson, ids: string[]) =>
  person.as({
    method: "POST",
    url: "/api/v1/platform-pilot-invoices/embedded-session",
    payload: { platformPilotInvoiceIds: ids },
  });
const read = (person: TestPerson, sessionToken: unknown) =>
  person.as({ method: "POST", url: "/api/v1/businesses/embedded-session", payload: { sessionToken } });

async function confirm(owner: Owner, platformInvoiceId: string): Promise<string> {
  const id = randomUUID();
  await server.database.admin.query(
    `insert into app.invoice (id, platform_id, business_id, issued_product_id, request, state, platform_invoice_id)
     select $1, platform_id, business_id, id, '{}', 'WAITING_FOR_REPAYMENT', $3 from app.issued_product where id = $2`,
    [id, owner.invoiceLine, platformInvoiceId],
  );
  return id;
}

describe("pilot invoice", () => {
  it("is shown to the people of its business, by due date, with its payor or payee", async () => {
    const owner = await financed();
    const later = await held(owner, "invoice_session", { invoiceDueDate: inDays(40), description: "Tiles" });
    const sooner = await held(owner, "bill_session", { invoiceDueDate: inDays(3) });
    const shown = { platformInvoiceNumber: "881", invoiceAmountCents: 125_000, documentId: null };
    const name = { type: "BUSINESS", businessName: "Big Builders" };
    expect(await list(owner)).toMatchObject([
      { id: uuidIn(sooner), productType: "EXTEND_PAY_PURCHASE_ORDER", payor: null, payee: name, ...shown },
      { id: uuidIn(later), productType: "FAST_PAY", payor: name, payee: null, description: "Tiles", ...shown },
    ]);
    expect(await list(await financed())).toEqual([]);
  });

  it("is answered with its status: withdrawn ones leave the list, once", async () => {
    const owner = await financed();
    const answer = await send(owner, "invoice_session");
    expect(answer).toMatchObject({
      status: 201,
      body: { object: "pilot_invoice", component: "invoice_session", status: "PENDING", invoiceId: null, version: 1 },
    });
    const id = String(answer.body["id"]);
    expect((await get(id)).body).toEqual(answer.body);
    expect(await withdraw(id)).toMatchObject({
      status: 201,
      body: { status: "WITHDRAWN", withdrawnAt: expect.any(String) },
    });
    expect(await withdraw(id)).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE", context: { status: "WITHDRAWN" } },
    });
    expect(await list(owner)).toEqual([]);
    const { rows } = await server.database.admin.query(
      "select kind from app.event where body->>'pilotInvoiceId' = $1 order by sequence",
      [uuidIn(id)],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["pilot_invoice.created", "pilot_invoice.withdrawn"]);
  });

  it("that was confirmed leaves the list", async () => {
    const owner = await financed();
    const platformInvoiceId = randomUUID();
    const id = await held(owner, "invoice_session", { platformInvoiceId });
    const invoiceId = await confirm(owner, platformInvoiceId);
    expect(await list(owner)).toEqual([]);
    expect((await get(id)).body).toMatchObject({ status: "CONFIRMED", invoiceId: publicId("invoice", invoiceId) });
  });

  it("has a platformInvoiceId once, until it is withdrawn", async () => {
    const owner = await financed();
    const platformInvoiceId = randomUUID();
    const id = await held(owner, "invoice_session", { platformInvoiceId });
    expect(await send(owner, "invoice_session", { platformInvoiceId })).toMatchObject({
      status: 409,
      body: { code: "ALREADY_EXISTS", context: { objectId: id } },
    });
    await withdraw(id);
    expect((await send(owner, "invoice_session", { platformInvoiceId })).status).toBe(201);
  });

  it.each([
    ["invoice_session", 6, "invoiceDueDate must be later than 6 days from now."],
    ["bill_session", -6, "invoiceDueDate must be later than 6 days ago."],
  ])("of %s is refused when due %s days from today: %s", async (component, days, message) => {
    expect(await send(await financed(), component, { invoiceDueDate: inDays(days) })).toMatchObject({
      status: 400,
      body: { code: "INVALID_INVOICE_DUE_DATE", errors: [{ pointer: "/data/invoice/invoiceDueDate", message }] },
    });
  });

  it("has the messages of a session invoice, with its own pointers", async () => {
    expect(await send(await financed(), "invoice_session", { invoiceAmountCents: 99 })).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            pointer: "/data/invoice/invoiceAmountCents",
            message: "invoiceAmountCents must be greater than equal to $1.",
          },
        ],
      },
    });
  });

  it("supports a dry run, and is not found by another platform", async () => {
    const owner = await financed();
    expect(await send(owner, "bill_session", {}, "?dryRun=true")).toMatchObject({
      status: 200,
      body: { object: "dry_run", operation: "createPilotInvoice", result: { id: null } },
    });
    expect(await list(owner)).toEqual([]);
    const id = await held(owner);
    const stranger = await server.platform();
    expect([(await get(id, stranger)).status, (await withdraw(id, stranger)).status]).toEqual([404, 404]);
  });
});

describe("session of pilot invoices", () => {
  it.each(["PRIMARY_OWNER", "OPERATOR"])("is opened by a %s with the chosen invoices, in their order", async (role) => {
    const owner = await financed(role);
    const ids = [await held(owner), await held(owner), await held(owner)].map(uuidIn);
    const chosen = [ids[2] ?? "", ids[0] ?? ""];
    const { status, body } = await open(owner, chosen);
    expect(status).toBe(200);
    const names = new Map(
      (await list(owner)).map((one) => [one.id, (one as { platformInvoiceId?: string }).platformInvoiceId]),
    );
    expect(await read(owner, body["sessionToken"])).toMatchObject({
      status: 200,
      body: {
        component: "INVOICE_SESSION",
        issuedProductId: owner.invoiceLine,
        invoices: chosen.map((id) => ({ platformInvoiceId: names.get(id), status: "PENDING" })),
      },
    });
  });

  it("is refused for invoices and bills together", async () => {
    const owner = await financed();
    const ids = [await held(owner), await held(owner, "bill_session")].map(uuidIn);
    expect(await open(owner, ids)).toMatchObject({
      status: 400,
      body: {
        fields: [
          {
            pointer: "/platformPilotInvoiceIds",
            message: "platformPilotInvoiceIds must be either invoices or bills.",
          },
        ],
      },
    });
  });

  it.each([
    ["no ids", []],
    ["the same id twice", ["11111111-1111-4111-8111-111111111111", "11111111-1111-4111-8111-111111111111"]],
    ["more than 100 ids", Array.from({ length: 101 }, () => randomUUID())],
    ["ids that are not v4 identifiers", ["0199b2c4-0000-7000-8000-000000000000"]],
  ])("is refused for %s", async (_, ids) => {
    expect(await open(await financed(), ids)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  });

  it("is refused for an invoice that is unknown, withdrawn or another business's", async () => {
    const owner = await financed();
    const withdrawn = await held(owner);
    await withdraw(withdrawn);
    const foreign = await held(await financed());
    const own = uuidIn(await held(owner));
    for (const id of [randomUUID(), uuidIn(withdrawn), uuidIn(foreign)])
      expect(await open(owner, [own, id])).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  it("is refused once an invoice is due too soon", async () => {
    const owner = await financed();
    const id = await held(owner, "invoice_session", { invoiceDueDate: inDays(7) });
    await server.database.admin.query("update app.platform_pilot_invoice set invoice_due_on = $2 where id = $1", [
      uuidIn(id),
      inDays(6),
    ]);
    expect(await open(owner, [uuidIn(id)])).toMatchObject({
      status: 400,
      body: {
        errorCode: "InvalidInvoiceDueDateException",
        fields: [
          { pointer: "/platformPilotInvoiceIds/0", message: "invoiceDueDate must be later than 6 days from now." },
        ],
      },
    });
  });

  it("is refused to a co-owner, who may see the list", async () => {
    const owner = await financed("OPERATOR");
    await server.database.admin.query("update app.user_role set role = 'SECONDARY_OWNER' where user_id = $1", [
      uuidOf("user", owner.userId),
    ]);
    const id = uuidIn(await held(owner));
    expect((await list(owner)).map((one) => one.id)).toEqual([id]);
    expect(await open(owner, [id])).toMatchObject({ status: 403, body: { code: "NOT_ALLOWED" } });
  });
});
