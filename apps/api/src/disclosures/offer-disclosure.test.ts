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

describe("stored disclosure", () => {
  const insert = (id: string) =>
    rows(
      `insert into app.disclosure
         (id, platform_id, business_id, offer_id, state, form_version, form_sha256, document_sha256, terms_sha256, amount_cents,
          apr_percentage, needs_signature, places)
       select $1, platform_id, business_id, id, 'CA', 'CA CLOSED_END 2026-11-18.1', $3, $3, $3, amount_cents, apr_percentage, true, '[]'
       from app.offer where id = $2`,
      id,
      offer.id,
      Buffer.alloc(32),
    );
  const set = (id: string, change: string) => rows(`update app.disclosure set ${change} where id = $1`, id);

  it("is one for an offer at a time, delivered before it is signed, each once, until another supersedes it", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await insert(first);
    await expect(insert(second)).rejects.toThrow("one_current_disclosure");
    await expect(set(first, "signed_at = now()")).rejects.toThrow("signed_after_delivery");
    await set(
      first,
      `delivered_at = now(), delivered_ip = '127.0.0.1', delivered_user_agent = 'test', delivered_sha256 = document_sha256,
       delivered_to = (select id from app.business_user u where u.business_id = disclosure.business_id limit 1)`,
    );
    await expect(set(first, "signed_at = now() - interval '1 day'")).rejects.toThrow("signed_after_delivery");
    await expect(set(first, "delivered_at = now() + interval '1 day'")).rejects.toThrow("written once");
    await set(first, "signed_at = now()");
    await expect(set(first, "signed_at = null")).rejects.toThrow("written once");
    await expect(set(first, "superseded_by = id")).rejects.toThrow("superseded_by_another");
    await expect(set(first, `superseded_by = '${second}'`)).rejects.toThrow("superseded_by_fkey");
    // Both statements run in one transaction, because the reference is checked at its end.
    await server.database.admin.query(
      `do $$ begin
         update app.disclosure set superseded_by = '${second}' where id = '${first}';
         insert into app.disclosure (id, platform_id, business_id, offer_id, state, form_version, form_sha256, document_sha256,
           terms_sha256, amount_cents, apr_percentage, needs_signature, places)
         select '${second}', platform_id, business_id, offer_id, state, form_version, form_sha256, document_sha256, terms_sha256, 100,
           apr_percentage, needs_signature, places
         from app.disclosure where id = '${first}';
       end $$`,
    );
    await expect(set(first, "superseded_by = null")).rejects.toThrow("written once");
    const current = await rows("select id from app.disclosure where offer_id = $1 and superseded_by is null", offer.id);
    expect(current).toEqual([{ id: second }]);
  });
});
