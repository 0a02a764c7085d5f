import { randomUUID } from "node:crypto";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerEmbeddedSession } from "@inlay/contracts/partner/embedded-sessions/embedded-session.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { issuedAmountCents, issuedProduct } from "../../products/issued.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
let owner: Financed;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
  owner = await financed(platform, ["FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"]);
});
afterAll(() => server.close());

type Financed = TestPerson & { uuid: string; products: string[] };

/** A primary owner whose business has these products. */
async function financed(on: TestPlatform, products: readonly ("FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER")[]) {
  const person = await server.person(on, { email: `${randomUUID()}@session.test`, roles: ["PRIMARY_OWNER"] });
  const uuid = uuidOf("business", person.businessId) ?? "";
  const ids: string[] = [];
  for (const product of products)
    ids.push((await issuedProduct(server.database.admin, { platformId: on.id, businessId: uuid }, product)).id);
  return { ...person, uuid, products: ids };
}

const url = "/api/platform/v1/embedded-sessions";
const today = dateAt(new Date());
const inDays = (days: number) => addDays(today, days);

const invoice = (more: object = {}) => ({
  platformInvoiceId: randomUUID(),
  platformInvoiceNumber: "881",
  invoiceAmountCents: 1_000_000,
  invoiceDueDate: inDays(30),
  payorType: "business",
  payorBusinessName: "Big Builders",
  ...more,
});
const bill = (more: object = {}) => ({
  platformInvoiceId: randomUUID(),
  platformInvoiceNumber: "B-1",
  invoiceAmountCents: 250_000,
  invoiceDueDate: inDays(5),
  payeeType: "business",
  payeeBusinessName: "Paper & Co.",
  ...more,
});
const sessionOf = (component: string, invoices: unknown, more: object = {}) => ({
  businessId: owner.businessId,
  data: { component, invoices },
  ...more,
});
const create = (payload: object, on = platform, query = "") =>
  server.partner(on, { method: "POST", url: `${url}${query}`, payload });
const created = async (component: string, invoices: object[]) => {
  const answer = await create(sessionOf(component, invoices));
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as unknown as PartnerEmbeddedSession;
};
const get = (id: string, on = platform) => server.partner(on, { method: "GET", url: `${url}/${id}` });
const revoke = (id: string, on = platform) =>
  server.partner(on, { method: "POST", url: `${url}/${id}/revoke`, payload: {} });
const open = (person: TestPerson, sessionToken: unknown) =>
  person.as({ method: "POST", url: "/api/v1/businesses/embedded-session", payload: { sessionToken } });
const query = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const kindsOf = async (sessionId: string) =>
  (
    await query<{ kind: string }>(
      "select kind from app.event where body->>'embeddedSessionId' = $1 order by sequence",
      uuidOf("embeddedSession", sessionId),
    )
  ).map(({ kind }) => kind);

/** A document of the business, in any state. */
async function document(status = "READY", type = "INVOICE", businessId = owner.uuid): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256,
       next_action_at, rejection_reason)
     select platform_id, id, $2, 'PLATFORM', $3, 'a.pdf', 'pdf', 1, '\\x00', now(), case $3 when 'REJECTED' then 'GENERIC_ERROR' end
     from app.business where id = $1 returning id`,
    businessId,
    type,
    status,
  );
  return publicId("document", row?.id ?? "");
}

/** A confirmed invoice of a product. */
async function confirmedInvoice(productId: string, platformInvoiceId: string, state = "WAITING_FOR_REPAYMENT") {
  const id = randomUUID();
  await query(
    `insert into app.invoice (id, platform_id, business_id, issued_product_id, request, state, platform_invoice_id)
     select $1, platform_id, business_id, id, '{}', $4, $3 from app.issued_product where id = $2`,
    id,
    productId,
    platformInvoiceId,
    state,
  );
  return id;
}

describe("embedded session", () => {
  it("answers with a token once, whose hash is stored, and lasts 24 hours", async () => {
    const answer = await create(sessionOf("invoice_session", [invoice({ platformInvoiceId: "INV-1" })]));
    expect(answer).toMatchObject({
      status: 201,
      body: {
        object: "embedded_session",
        businessId: owner.businessId,
        component: "invoice_session",
        productType: "INVOICE_FINANCING",
        issuedProductId: publicId("issuedProduct", owner.products[0] ?? ""),
        status: "UNUSED",
        openedAt: null,
        revokedAt: null,
        invoices: [{ platformInvoiceId: "INV-1", documentId: null, status: "PENDING", invoiceId: null }],
      },
    });
    const { id, sessionToken, expiresAt, createdAt } = answer.body as unknown as PartnerEmbeddedSession;
    expect(sessionToken).toMatch(/^st_test_[\w-]{43}$/);
    expect(new Date(expiresAt).getTime() - new Date(createdAt).getTime()).toBe(24 * 3_600_000);
    const read = await get(id);
    expect(read.body).toEqual({ ...answer.body, sessionToken: null });
    const stored = await query(
      "select s::text as row from app.embedded_session s where id = $1",
      uuidOf("embeddedSession", id),
    );
    expect(JSON.stringify(stored)).not.toContain(sessionToken);
    expect(await kindsOf(id)).toEqual(["embedded_session.created"]);
  });

  it("can be opened for the platform's own id of the business", async () => {
    const { body } = await server.partner(platform, {
      method: "GET",
      url: `/api/platform/v1/businesses/${owner.businessId}`,
    });
    const { platformBusinessId } = body;
    const answer = await create({ platformBusinessId, data: { component: "bill_session", invoices: [bill()] } });
    expect(answer).toMatchObject({
      status: 201,
      body: { businessId: owner.businessId, platformBusinessId, productType: "PAYABLES_FINANCING" },
    });
  });

  it("is shown to a person of the business with its invoices, the types in capitals", async () => {
    const address = { addressLineOne: "12 Main St", city: "Austin", state: "TX", zipcode: "902101234", country: "USA" };
    const person = {
      payorType: "Individual",
      payorBusinessName: undefined,
      payorFirstName: "Ana",
      payorLastName: "Ruiz",
    };
    const sent = invoice({
      ...person,
      payorMiddleName: "B",
      payorEmail: "ana@big.test",
      payorAddress: address,
      description: "Tiles",
      invoiceIssuedDate: "2026-01-05",
    });
    const { id, sessionToken } = await created("invoice_session", [sent, invoice({ platformInvoiceId: "second" })]);
    const answer = await open(owner, sessionToken);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        component: "INVOICE_SESSION",
        productType: "FAST_PAY",
        issuedProductId: owner.products[0],
        invoices: [
          {
            platformInvoiceId: sent.platformInvoiceId,
            platformInvoiceNumber: "881",
            documentId: null,
            invoiceAmountCents: 1_000_000,
            invoiceIssuedDate: "2026-01-05",
            invoiceDueDate: inDays(30),
            payor: {
              type: "INDIVIDUAL",
              businessName: null,
              firstName: "Ana",
              middleName: "B",
              lastName: "Ruiz",
              email: "ana@big.test",
              address: { ...address, addressLineTwo: null, zipcode: "90210-1234", country: "US" },
            },
            payee: null,
            description: "Tiles",
            status: "PENDING",
            invoiceId: null,
          },
          { platformInvoiceId: "second" },
        ],
      },
    });
    expect((await open(owner, sessionToken)).body).toEqual(answer.body);
    expect((await get(id)).body).toMatchObject({ status: "OPEN", openedAt: expect.any(String) });
    expect(await kindsOf(id)).toEqual(["embedded_session.created", "embedded_session.opened"]);
  });

  it("shows bills with their payee", async () => {
    const { sessionToken } = await created("bill_session", [bill()]);
    expect((await open(owner, sessionToken)).body).toMatchObject({
      component: "BILL_SESSION",
      productType: "EXTEND_PAY_PURCHASE_ORDER",
      invoices: [{ payor: null, payee: { type: "BUSINESS", businessName: "Paper & Co." } }],
    });
  });

  it("of the relaxed kind needs the platform's id only, and has a due date in a week", async () => {
    const { sessionToken } = await created("invoice_session_relaxed", [{ platformInvoiceId: "relaxed" }]);
    expect((await open(owner, sessionToken)).body).toMatchObject({
      component: "INVOICE_SESSION_RELAXED",
      invoices: [{ platformInvoiceId: "relaxed", invoiceAmountCents: null, invoiceDueDate: inDays(7), payor: null }],
    });
  });

  it.each([
    ["invoice_session_with_file", "payor"],
    ["bill_session_with_file", "payee"],
  ])("of the kind %s needs the document only", async (component, party) => {
    const documentId = await document();
    const session = await created(component, [{ documentId }]);
    expect(session.invoices).toEqual([{ platformInvoiceId: null, documentId, status: "PENDING", invoiceId: null }]);
    expect((await open(owner, session.sessionToken)).body).toMatchObject({
      invoices: [{ documentId: uuidOf("document", documentId), invoiceDueDate: null, [party]: null }],
    });
  });
});

describe("token of an embedded session", () => {
  const refused = {
    status: 400,
    body: {
      errorCode: "InvalidSessionTokenException",
      code: "INVALID_SESSION_TOKEN_EXCEPTION",
      message: "The provided session token is invalid.",
    },
  };

  it("is refused when it is unknown, and for a person of another business or platform", async () => {
    const { id, sessionToken } = await created("invoice_session", [invoice()]);
    const colleague = await financed(platform, []);
    const foreigner = await financed(await server.platform(), []);
    expect(await open(owner, `st_test_${"a".repeat(43)}`)).toMatchObject(refused);
    expect(await open(colleague, sessionToken)).toMatchObject(refused);
    expect(await open(foreigner, sessionToken)).toMatchObject(refused);
    expect((await get(id)).body["status"]).toBe("UNUSED");
  });

  it("is refused to a person without a role", async () => {
    const { sessionToken } = await created("invoice_session", [invoice()]);
    const nobody = await server.person(platform, { email: `${randomUUID()}@session.test` });
    expect(await open(nobody, sessionToken)).toMatchObject({ status: 403, body: { code: "NOT_ALLOWED" } });
  });

  it("is refused when the session was revoked, which works once", async () => {
    const { id, sessionToken } = await created("invoice_session", [invoice()]);
    await open(owner, sessionToken);
    expect(await revoke(id)).toMatchObject({
      status: 201,
      body: { id, status: "REVOKED", revokedAt: expect.any(String) },
    });
    expect(await open(owner, sessionToken)).toMatchObject(refused);
    expect(await revoke(id)).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE", context: { status: "REVOKED" } },
    });
    expect(await kindsOf(id)).toEqual([
      ...["embedded_session.created", "embedded_session.opened", "embedded_session.revoked"],
    ]);
  });

  it("is refused when it has expired", async () => {
    const { id, sessionToken } = await created("invoice_session", [invoice()]);
    await query("update app.embedded_session set expires_at = now() where id = $1", uuidOf("embeddedSession", id));
    expect(await open(owner, sessionToken)).toMatchObject(refused);
    expect((await get(id)).body).toMatchObject({ status: "EXPIRED" });
    expect(await revoke(id)).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE", context: { status: "EXPIRED" } },
    });
  });

  it("is opened once by concurrent requests, with the same answer", async () => {
    const { id, sessionToken } = await created("invoice_session", [invoice()]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => open(owner, sessionToken)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await kindsOf(id)).toEqual(["embedded_session.created", "embedded_session.opened"]);
  });
});

describe("fields of an embedded session", () => {
  const errorsOf = async (payload: object) => {
    const { status, body } = await create(payload);
    const errors = (body["errors"] ?? []) as { pointer: string; message: string }[];
    return { status, code: body["code"], errors: errors.map(({ pointer, message }) => [pointer, message]) };
  };

  it("name one business", async () => {
    const data = { component: "invoice_session", invoices: [invoice()] };
    expect(await create({ data })).toMatchObject({
      status: 400,
      body: {
        code: "REFERENCE_REQUIRED",
        detail: "Either platformBusinessId or businessId must be provided as a string.",
      },
    });
    expect(await create({ data, businessId: owner.businessId, platformBusinessId: "acme" })).toMatchObject({
      status: 400,
      body: { code: "REFERENCE_AMBIGUOUS" },
    });
  });

  it.each([[[]], [undefined], ["INV-1"]])("have a non-empty list of invoices, not %j", async (invoices) => {
    expect(await errorsOf(sessionOf("invoice_session", invoices))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      errors: [["/data/invoices", "invoices must be a non-empty array."]],
    });
  });

  it("have at most 100 invoices", async () => {
    const many = (count: number) => Array.from({ length: count }, () => invoice());
    expect((await create(sessionOf("invoice_session", many(100)))).status).toBe(201);
    expect((await errorsOf(sessionOf("invoice_session", many(101)))).errors).toEqual([
      ["/data/invoices", "invoices must have at most 100 items."],
    ]);
  });

  it.each(["platformInvoiceId", "documentId"])("do not name the same %s twice", async (field) => {
    const documentId = await document();
    const one = { platformInvoiceId: "INV-7", documentId };
    const other = { platformInvoiceId: "INV-8", documentId: await document(), [field]: one[field as "documentId"] };
    expect(await errorsOf(sessionOf("invoice_session_with_file", [one, other]))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      errors: [["/data/invoices", `invoices Multiple invoices contained the same ${field}. ${field} must be unique.`]],
    });
  });

  const people = "payorBusinessName excludes first, middle and last names.";
  it.each([
    [{ invoiceAmountCents: 99 }, "invoiceAmountCents", "invoiceAmountCents must be greater than equal to $1."],
    [{ invoiceAmountCents: -1 }, "invoiceAmountCents", "invoiceAmountCents must be greater than equal to $1."],
    [{ invoiceAmountCents: undefined }, "invoiceAmountCents", "invoiceAmountCents is required."],
    [{ invoiceAmountCents: 100.5 }, "invoiceAmountCents", "invoiceAmountCents must be a whole number of cents."],
    [{ invoiceAmountCents: "100" }, "invoiceAmountCents", "invoiceAmountCents must be a whole number of cents."],
    [{ invoiceAmountCents: 1e15 }, "invoiceAmountCents", "invoiceAmountCents must be at most 1000000000000."],
    [{ invoiceDueDate: undefined }, "invoiceDueDate", "invoiceDueDate is required."],
    [{ invoiceDueDate: "2027-02-30" }, "invoiceDueDate", "Invalid ISO date."],
    [
      { invoiceIssuedDate: "05/01/2026" },
      "invoiceIssuedDate",
      "invoiceIssuedDate must be a valid ISO 8601 date string.",
    ],
    [{ payorType: undefined, payorBusinessName: undefined }, "payorType", "payorType is required."],
    [{ payorType: "company" }, "payorType", "payorType must be individual or business."],
    [{ payorBusinessName: undefined }, "payorBusinessName", "payorBusinessName is required for a business payor."],
    [{ payorFirstName: "Ana" }, "payorBusinessName", people],
    [{ payorMiddleName: "B" }, "payorBusinessName", people],
    [{ payorLastName: "Ruiz" }, "payorBusinessName", people],
    [
      { payorType: "INDIVIDUAL", payorBusinessName: undefined, payorFirstName: "Ana" },
      "payorFirstName",
      "payorFirstName and payorLastName are required for an individual payor.",
    ],
    [{ payorEmail: "ana@" }, "payorEmail", "payorEmail must be an email"],
    [
      { payorBusinessName: "Big\u0000" },
      "payorBusinessName",
      "payorBusinessName must contain printable characters only.",
    ],
    [{ payorBusinessName: " " }, "payorBusinessName", "payorBusinessName must not be empty."],
    [
      { payorBusinessName: "b".repeat(201) },
      "payorBusinessName",
      "payorBusinessName must have at most 200 characters.",
    ],
    [{ description: "d".repeat(501) }, "description", "description must have at most 500 characters."],
    [{ description: "a\u0000b" }, "description", "description must not contain control characters."],
    [{ platformInvoiceId: "i\u0000" }, "platformInvoiceId", "must not contain control characters"],
    [{ payeeType: "business" }, "payeeType", "payeeType is not known here."],
    [{ documentId: "doc_1" }, "documentId", "documentId is not known here."],
  ])("%# %j: %s", async (more, field, message) => {
    expect(await errorsOf(sessionOf("invoice_session", [invoice(), invoice(more)]))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      errors: [[`/data/invoices/1/${field}`, message]],
    });
  });

  it("have a platformInvoiceId of at most 128 characters", async () => {
    const named = (length: number) =>
      sessionOf("invoice_session", [invoice({ platformInvoiceId: "i".repeat(length) })]);
    expect((await create(named(128))).status).toBe(201);
    expect(await errorsOf(named(129))).toMatchObject({
      status: 400,
      errors: [["/data/invoices/0/platformInvoiceId", expect.anything()]],
    });
  });

  it.each([
    [{ addressLineOne: "PO Box 5" }, "addressLineOne", "The address must be a street address, not a PO Box."],
    [{ addressLineTwo: "P.O. Box 5" }, "addressLineTwo", "The address must be a street address, not a PO Box."],
    [
      { zipcode: "9021" },
      "zipcode",
      "Zip code can be 5 digits, 9 digits, or 5+4 including a hyphen or plus sign, e.g. 90210, 902101234, 90210-1234 or 90210+1234",
    ],
    [{ state: "ZZ" }, "state", "state must be the two-letter code of a US state or territory."],
  ])("have a valid address: %j", async (more, field, message) => {
    const payorAddress = {
      addressLineOne: "12 Main St",
      city: "Austin",
      state: "TX",
      zipcode: "78701",
      country: "US",
      ...more,
    };
    expect((await errorsOf(sessionOf("invoice_session", [invoice({ payorAddress })]))).errors).toEqual([
      [`/data/invoices/0/payorAddress/${field}`, message],
    ]);
  });

  it("need the type of an optional payor with the payor's other fields", async () => {
    const invoices = [{ platformInvoiceId: "INV-9", payorEmail: "ap@big.test" }];
    expect((await errorsOf(sessionOf("invoice_session_relaxed", invoices))).errors).toEqual([
      ["/data/invoices/0/payorType", "payorType is required with the other fields of the payor."],
    ]);
  });

  it("of a bill have the messages of the payee", async () => {
    expect((await errorsOf(sessionOf("bill_session", [bill({ payeeBusinessName: undefined })]))).errors).toEqual([
      ["/data/invoices/0/payeeBusinessName", "payeeBusinessName is required for a business payee."],
    ]);
  });

  it("have a known component", async () => {
    expect(await errorsOf(sessionOf("pay_now", [invoice()]))).toMatchObject({
      status: 400,
      errors: [["/data/component", expect.anything()]],
    });
  });
});

describe("due date of an invoice in a session", () => {
  const payor = "invoiceDueDate must be later than 6 days from now.";
  const payable = "invoiceDueDate must be later than 6 days ago.";
  it.each([
    ["invoice_session", 6, payor, 7],
    ["bill_session", -6, payable, -5],
  ])("of %s is refused %s days from today: %s", async (component, days, message, earliest) => {
    const dueIn = (invoiceDueDate: string) =>
      component === "bill_session" ? bill({ invoiceDueDate }) : invoice({ invoiceDueDate });
    const refused = await create(sessionOf(component, [dueIn(inDays(60)), dueIn(inDays(days))]));
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: "INVALID_INVOICE_DUE_DATE",
        errorCode: "InvalidInvoiceDueDateException",
        context: { earliestDate: inDays(earliest) },
        errors: [{ in: "BODY", pointer: "/data/invoices/1/invoiceDueDate", message }],
      },
    });
    expect((await create(sessionOf(component, [dueIn(inDays(earliest))]))).status).toBe(201);
  });

  it("is counted on the business's own clock", async () => {
    const person = await financed(platform, ["FAST_PAY"]);
    await query(
      "insert into app.business_clock (business_id, platform_id, now_at) select id, platform_id, '2030-06-14T12:00:00Z' from app.business where id = $1",
      person.uuid,
    );
    const dueOn = (invoiceDueDate: string) =>
      create({ ...sessionOf("invoice_session", [invoice({ invoiceDueDate })]), businessId: person.businessId });
    expect((await dueOn("2030-06-20")).body["context"]).toEqual({ earliestDate: "2030-06-21" });
    expect((await dueOn("2030-06-21")).status).toBe(201);
  });
});

describe("product of an embedded session", () => {
  it.each([
    ["invoice_session", [invoice()], "BusinessHasNoInvoiceFinancingProductException", "This needs Invoice Financing."],
    [
      "bill_session",
      [bill()],
      "BusinessHasNoAccountsPayableFinancingProductException",
      "This needs Accounts Payable Financing.",
    ],
  ])("%s is refused without it, and when it has ended", async (component, invoices, errorCode, detail) => {
    const person = await financed(platform, [component === "bill_session" ? "FAST_PAY" : "EXTEND_PAY_PURCHASE_ORDER"]);
    const ask = () => create({ ...sessionOf(component, invoices), businessId: person.businessId });
    const refused = { status: 409, body: { code: "WRONG_PRODUCT", errorCode, detail } };
    expect(await ask()).toMatchObject(refused);
    const product = component === "bill_session" ? "EXTEND_PAY_PURCHASE_ORDER" : "FAST_PAY";
    const { id } = await issuedProduct(
      server.database.admin,
      { platformId: platform.id, businessId: person.uuid },
      product,
    );
    expect((await ask()).status).toBe(201);
    await query("update app.issued_product set loan_status = 'CLOSED' where id = $1", id);
    expect(await ask()).toMatchObject(refused);
  });

  it("is refused for a business that the platform does not have", async () => {
    const foreigner = await financed(await server.platform(), ["FAST_PAY"]);
    for (const businessId of [foreigner.businessId, publicId("business", randomUUID())])
      expect(await create(sessionOf("invoice_session", [invoice()], { businessId }))).toMatchObject({
        status: 404,
        body: { code: "NOT_FOUND", errorCode: "BusinessNotFoundException" },
      });
  });
});

describe("platformInvoiceId of a session invoice", () => {
  it("that another product has is refused", async () => {
    const platformInvoiceId = randomUUID();
    const invoiceId = await confirmedInvoice(owner.products[1] ?? "", platformInvoiceId);
    expect(await create(sessionOf("invoice_session", [invoice({ platformInvoiceId })]))).toMatchObject({
      status: 409,
      body: {
        code: "PLATFORM_INVOICE_ID_TAKEN",
        errorCode: "PlatformInvoiceIdAlreadyExistsForAnotherIssuedProductException",
        context: { objectId: publicId("invoice", invoiceId), platformInvoiceId },
      },
    });
    expect((await create(sessionOf("bill_session", [bill({ platformInvoiceId })]))).body["invoices"]).toEqual([
      { platformInvoiceId, documentId: null, status: "ALREADY_CONFIRMED", invoiceId: publicId("invoice", invoiceId) },
    ]);
  });

  it("of a rejected invoice can be sent again", async () => {
    const platformInvoiceId = randomUUID();
    await confirmedInvoice(owner.products[1] ?? "", platformInvoiceId, "REJECTED");
    const { invoices } = await created("invoice_session", [invoice({ platformInvoiceId })]);
    expect(invoices).toMatchObject([{ status: "PENDING" }]);
  });

  it("is shown as already confirmed once another session has confirmed it", async () => {
    const platformInvoiceId = randomUUID();
    const { id, sessionToken } = await created("invoice_session", [invoice({ platformInvoiceId })]);
    const invoiceId = await confirmedInvoice(owner.products[0] ?? "", platformInvoiceId);
    const shown = { status: "ALREADY_CONFIRMED", platformInvoiceId };
    expect((await get(id)).body["invoices"]).toMatchObject([{ ...shown, invoiceId: publicId("invoice", invoiceId) }]);
    expect((await open(owner, sessionToken)).body["invoices"]).toMatchObject([{ ...shown, invoiceId }]);
  });

  it("belongs to one invoice of the platform", async () => {
    const platformInvoiceId = randomUUID();
    await confirmedInvoice(owner.products[0] ?? "", platformInvoiceId);
    await expect(confirmedInvoice(owner.products[1] ?? "", platformInvoiceId)).rejects.toThrow(
      "invoice_by_platform_id",
    );
  });
});

describe("limit of a session's product", () => {
  const reserve = (product: string | undefined, cents: number) =>
    query("update app.issued_product set reserved_cents = $2 where id = $1", product, cents);

  it("that is used up makes invoices wait, and a bill that needs more than is left", async () => {
    const person = await financed(platform, ["FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"]);
    const session = async (component: string, invoices: object[]) =>
      (await create({ ...sessionOf(component, invoices), businessId: person.businessId }))
        .body as unknown as PartnerEmbeddedSession;
    const invoices = await session("invoice_session", [invoice()]);
    const bills = await session("bill_session", [bill({ invoiceAmountCents: 100 }), bill({ invoiceAmountCents: 101 })]);
    await reserve(person.products[0], issuedAmountCents);
    await reserve(person.products[1], issuedAmountCents - 100);
    const statuses = async ({ id }: PartnerEmbeddedSession) =>
      ((await get(id)).body["invoices"] as { status: string }[]).map(({ status }) => status);
    expect(await statuses(invoices)).toEqual(["PENDING_LIMIT"]);
    expect(await statuses(bills)).toEqual(["PENDING", "PENDING_LIMIT"]);
    await reserve(person.products[0], 0);
    expect(await statuses(invoices)).toEqual(["PENDING"]);
  });
});

describe("document of a session invoice", () => {
  const withFile = (documentId: string) => create(sessionOf("invoice_session_with_file", [{ documentId }]));

  it.each([
    ["AWAITING_UPLOAD", "DOCUMENT_NOT_UPLOADED"],
    ["SCANNING", "DOCUMENT_NOT_READY"],
    ["REJECTED", "DOCUMENT_REJECTED"],
    ["EXPIRED", "DOCUMENT_EXPIRED"],
  ])("is refused while it is %s: %s", async (status, code) => {
    expect(await withFile(await document(status))).toMatchObject({ status: 409, body: { code } });
  });

  it("is refused like an unknown one if it is another business's, another platform's, or no invoice", async () => {
    const colleague = await financed(platform, []);
    const foreigner = await financed(await server.platform(), []);
    const refused = { status: 404, body: { code: "NOT_FOUND", detail: "No such document." } };
    expect(await withFile(await document("READY", "INVOICE", colleague.uuid))).toMatchObject(refused);
    expect(await withFile(await document("READY", "INVOICE", foreigner.uuid))).toMatchObject(refused);
    expect(await withFile(await document("READY", "BANK_STATEMENT"))).toMatchObject(refused);
    expect(await withFile(publicId("document", randomUUID()))).toMatchObject(refused);
  });

  it("must be sent, as an id", async () => {
    expect((await create(sessionOf("bill_session_with_file", [{}]))).status).toBe(400);
    expect(await withFile("INV-1")).toMatchObject({ status: 400, body: { code: "INVALID_ID" } });
  });
});

describe("write of an embedded session", () => {
  it("supports a dry run, which stores nothing", async () => {
    const count = async () =>
      (await query("select from app.embedded_session where business_id = $1", owner.uuid)).length;
    const before = await count();
    expect(await create(sessionOf("invoice_session", [invoice()]), platform, "?dryRun=true")).toMatchObject({
      status: 200,
      body: {
        object: "dry_run",
        operation: "createEmbeddedSession",
        result: { id: null },
        effects: { events: ["embedded_session.created"] },
      },
    });
    expect(await count()).toBe(before);
  });

  it("is made once per idempotency key", async () => {
    const payload = sessionOf("invoice_session", [invoice()]);
    const headers = { "idempotency-key": randomUUID() };
    const send = (body: object) => server.partner(platform, { method: "POST", url, payload: body, headers });
    const first = await send(payload);
    const again = await send(payload);
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect((await send(sessionOf("bill_session", [bill()]))).status).toBe(422);
  });

  it("of another platform is not found", async () => {
    const { id } = await created("invoice_session", [invoice()]);
    const stranger = await server.platform();
    expect([(await get(id, stranger)).status, (await revoke(id, stranger)).status]).toEqual([404, 404]);
  });
});
