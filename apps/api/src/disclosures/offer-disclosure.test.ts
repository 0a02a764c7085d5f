import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { staffCookie } from "../http/public.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { completedApplicant, decide } from "../offers/decided.fixture.ts";
import { textOf } from "../providers/document-renderer/typst/pdf-text.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember, staffUrl, type TestMember } from "../staff/staff.fixture.ts";
import { flattened, printed, twoDecimals } from "./forms.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
let by: TestMember;
let businessId: string;
let offer: { id: string; amount: number; apr: number; terms: { feePercentage: string } };
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  by = await signedInMember(server, ["UNDERWRITER"]);
  const applicant = await completedApplicant(server, sandbox);
  await decide(server, applicant);
  businessId = applicant.id;
  const [row] = await rows(
    `select id, amount_cents::int as amount, apr_percentage::float as apr, terms from app.offer
     where business_id = $1 order by id limit 1`,
    businessId,
  );
  offer = row;
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const move = (state: string) => rows("update app.offer set state = $2 where id = $1", offer.id, state);
const get = (business: string, offerId: string) =>
  server.fastify.inject({
    method: "GET",
    url: `${staffUrl}/businesses/${business}/offers/${offerId}/disclosure`,
    cookies: { [staffCookie]: by.token },
  });

describe("disclosure of an offer", () => {
  it("has the figures of the stored offer and the names of its parties", async () => {
    await move("CA");
    const { statusCode, headers, rawPayload } = await get(businessId, offer.id);
    expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "application/pdf",
      "no-store",
    ]);
    const text = flattened((await textOf(rawPayload)).text);
    const fee = Math.round((offer.amount * Number(offer.terms.feePercentage)) / 100);
    expect(text).toContain(`Term loan of ${printed(offer.amount)}`);
    expect(text).toContain(`Funding provided ${printed(offer.amount - fee)}`);
    expect(text).toContain(`Annual Percentage Rate (APR) ${twoDecimals(offer.apr)} %`);
    const [{ name }] = await rows("select name from app.business where id = $1", businessId);
    for (const words of [name, "Signature of Rosa Marín", "California Financial Code"]) expect(text).toContain(words);
  });

  it("is refused where no form applies", async () => {
    await move("OH");
    const answer = await get(businessId, offer.id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, "DISCLOSURE_NOT_REQUIRED"]);
  });

  it("is not found for an unknown offer", async () => {
    expect((await get(businessId, randomUUID())).statusCode).toBe(404);
  });
});
