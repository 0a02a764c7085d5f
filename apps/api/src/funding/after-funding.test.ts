import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { issuedProductOf, ordersOf, processorSays } from "./payout.fixture.ts";
import { closers, fund, reason, type SignedLoan, signedLoan } from "./signed.fixture.ts";

let server: TestServer;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  server = await testServer();
  staff = await closers(server);
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const emailsOf = ({ businessId }: SignedLoan, template: string) =>
  rows("select recipient, locale from app.email where business_id = $1 and template = $2", businessId, template);

async function funded() {
  const loan = await signedLoan(server);
  await fund(staff, loan);
  await handleEvents(server, loan.businessId);
  const productId = await issuedProductOf(server, loan);
  return { loan, productId, filing: `/businesses/${loan.businessId}/issued-products/${productId}/lien-filing` };
}

describe("email", () => {
  it("welcomes the primary owner once when the loan is made", async () => {
    const { loan } = await funded();
    expect(await emailsOf(loan, "loan-funded")).toEqual([{ recipient: loan.primary, locale: "en" }]);
  });

  it("tells the primary owner when the payout comes back", async () => {
    const { loan } = await funded();
    const [payout] = await ordersOf(server, loan);
    await processorSays(server, loan, payout?.id ?? "", "ACCEPTED", "2026-11-19");
    await processorSays(server, loan, payout?.id ?? "", "RETURNED", "2026-11-20");
    expect(await emailsOf(loan, "payout-returned")).toEqual([{ recipient: loan.primary, locale: "en" }]);
  });
});

describe("lien filing", () => {
  it("is a task of five banking days from the funding on, with a document to file", async () => {
    const { productId, filing } = await funded();
    const { body } = await staff[0].as("GET", filing);
    expect(body).toEqual({
      issuedProductId: productId,
      state: "OH",
      fileBy: "2026-11-25",
      filedOn: null,
      filingNumber: null,
      recordedBy: null,
    });
    const open = "select kind, due_at from app.task where subject_id = $1 and closed_at is null";
    expect(await rows(open, productId)).toEqual([{ kind: "LIEN_FILING", due_at: new Date("2026-11-25T22:00:00Z") }]);
    const file = await staff[0].as("POST", `${filing}/file`);
    expect(file.status).toBe(200);
    expect(file.headers["content-type"]).toBe("application/pdf");
  });

  it("is recorded once, which closes the task", async () => {
    const { productId, filing } = await funded();
    const filed = { filedOn: "2026-11-20", filingNumber: "OH-2026-000417", reason };
    expect((await staff[0].as("POST", `${filing}/record`, filed)).status).toBe(200);
    expect((await staff[1].as("POST", `${filing}/record`, filed)).body["code"]).toBe("WRONG_STATE");
    const { body } = await staff[0].as("GET", filing);
    expect(body).toMatchObject({ filedOn: "2026-11-20", filingNumber: "OH-2026-000417", recordedBy: staff[0].id });
    expect(await rows("select from app.task where subject_id = $1 and closed_at is null", productId)).toEqual([]);
  });
});
