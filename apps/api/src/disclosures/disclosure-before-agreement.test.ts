import { createHash, randomUUID } from "node:crypto";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import { amountsAroundThresholds } from "@inlay/lending/disclosures/laws.fixture.ts";
import { disclosureForm } from "@inlay/lending/disclosures/rule-packs.ts";
import { states } from "@inlay/lending/disclosures/state-product-matrix.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { closeApplications } from "../underwriting/public.ts";
import { handleEvents, recordEvent } from "../workflows/handle-event.fixture.ts";
import { checkDisclosedBeforeAgreement } from "./public.ts";
import { namePrimaryOwner, openOffer, sendSignings, signOpen } from "./signing.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
let platform: TestPlatform;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" });
  platform = await server.platform();
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;

type Owned = {
  person: TestPerson;
  tenant: { platformId: string; businessId: string };
  offer: string;
  application: string;
};

/** A primary owner with an open offer. */
async function owned(wishes: Parameters<typeof openOffer>[2] = {}): Promise<Owned> {
  const email = `${randomUUID()}@owner.test`;
  const person = await server.person(platform, { email, roles: ["PRIMARY_OWNER"] });
  const tenant = { platformId: platform.id, businessId: uuidOf("business", person.businessId) ?? "" };
  await namePrimaryOwner(server.database.admin, tenant);
  return { person, tenant, ...(await openOffer(server.database.admin, tenant, wishes)) };
}

/** The portal's name of OFFER_ALREADY_ACCEPTED. */
const alreadyAccepted = "BUSINESS_ALREADY_ACCEPTED_OFFER_EXCEPTION";
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const disclose = ({ person, offer }: Owned, amountCents: number | null = null) =>
  person.as({ method: "POST", url: `/api/v1/offers/${offer}/disclosure`, payload: { amountCents } });
const disclosureOf = async (of: Owned, amountCents: number | null = null) => {
  const { status, text, body } = await disclose(of, amountCents);
  if (status !== 200) throw new Error(text);
  return body["disclosure"] as { id: string; sha256: string; amountCents: number; aprPercentage: number };
};
const file = ({ person }: Owned, id: string, headers: Record<string, string> = {}) =>
  server.fastify.inject({
    method: "GET",
    url: `/api/v1/disclosures/${id}/file`,
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  });
const sign = ({ person }: Owned, id: string) => person.as({ method: "POST", url: `/api/v1/disclosures/${id}/signing` });
const open = ({ person, offer }: Owned, amountCents: number | null = null) =>
  person.as({ method: "POST", url: `/api/v1/offers/${offer}/agreement`, payload: { amountCents } });
const send = ({ tenant, offer }: Owned) => sendSignings(server.app, server.database.admin, tenant, offer);
const signed = async ({ tenant, offer }: Owned, kind: "DISCLOSURE" | "AGREEMENT") => {
  const found = await signOpen(server.app, server.database.admin, tenant, offer, kind);
  await handleEvents(server, tenant.businessId);
  return found;
};
const disclosures = ({ offer }: Owned) =>
  rows("select * from app.disclosure where offer_id = $1 order by created_at, id", offer);
const signings = ({ offer }: Owned, kind = "AGREEMENT") =>
  rows(
    "select id, status, amount_cents::int as amount from app.signing where offer_id = $1 and kind = $2 order by id",
    offer,
    kind,
  );

/** The form is made, delivered and signed. */
async function disclosed(of: Owned, amountCents: number | null = null): Promise<string> {
  const { id } = await disclosureOf(of, amountCents);
  await file(of, id);
  await sign(of, id);
  await send(of);
  expect(await signed(of, "DISCLOSURE")).toBe(true);
  return id;
}
/** The agreement can be signed. */
async function opened(of: Owned, amountCents: number | null = null): Promise<void> {
  expect((await open(of, amountCents)).status).toBe(200);
  await send(of);
}

describe("agreement while the file store does not answer", () => {
  it("is refused as unavailable, with a time to try again, and opens afterwards", async () => {
    const of = await owned({ state: "CA" });
    await disclosed(of);
    await sandbox.put("/faults/s3", { faults: [{ kind: "500", only: "PUT" }] });
    const { headers, statusCode, body } = await server.fastify.inject({
      method: "POST",
      url: `/api/v1/offers/${of.offer}/agreement`,
      headers: { authorization: `Bearer ${of.person.token}` },
      payload: { amountCents: null },
    });
    await sandbox.put("/faults/s3", { faults: [] });
    expect([statusCode, JSON.parse(body).code]).toEqual([503, "UNAVAILABLE"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(await signings(of)).toEqual([]);
    await opened(of);
    expect(await signed(of, "AGREEMENT")).toBe(true);
  });
});

describe("disclosure that is signed", () => {
  it("is delivered, signed and then followed by the agreement, and by nothing before", async () => {
    const of = await owned({ state: "CA" });
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_DELIVERED"]);
    const made = await disclose(of);
    expect(made.body).toMatchObject({
      next: "DELIVER_DISCLOSURE",
      disclosure: { state: "CA", amountCents: 5_000_000, needsSignature: true, deliveredAt: null, signedAt: null },
    });
    const { id, sha256 } = made.body["disclosure"] as { id: string; sha256: string };
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_DELIVERED"]);
    expect(answer(await sign(of, id))).toEqual([409, "DISCLOSURE_NOT_DELIVERED"]);

    const { statusCode, headers, rawPayload } = await file(of, id, { "user-agent": "Firefox on a phone" });
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(createHash("sha256").update(rawPayload).digest("hex")).toBe(sha256);
    const [row] = await disclosures(of);
    expect(row).toMatchObject({
      delivered_at: expect.any(Date),
      delivered_to: uuidOf("user", of.person.userId),
      delivered_ip: "127.0.0.1",
      delivered_user_agent: "Firefox on a phone",
      delivered_sha256: row.document_sha256,
      signed_at: null,
    });
    await file(of, id, { "user-agent": "another" });
    expect((await disclosures(of))[0]).toEqual(row);
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_SIGNED"]);

    expect((await sign(of, id)).body).toEqual({ status: "PREPARING", link: null });
    await send(of);
    expect((await sign(of, id)).body).toMatchObject({ status: "SENT", link: { url: expect.any(String) } });
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_SIGNED"]);
    expect(await signed(of, "DISCLOSURE")).toBe(true);
    expect((await disclose(of)).body).toMatchObject({ next: "SIGN_AGREEMENT", disclosure: { id } });

    expect((await open(of)).body).toEqual({ status: "PREPARING", link: null });
    await send(of);
    expect((await open(of)).body).toMatchObject({ status: "SENT", link: { url: expect.any(String) } });
    const check = () =>
      inScope(server.app.pool, of.tenant, (tx) => checkDisclosedBeforeAgreement(tx, of.tenant, of.offer));
    expect(await check()).toBe(false);
    expect(await signed(of, "AGREEMENT")).toBe(true);
    expect(await check()).toBe(true);
    expect(answer(await open(of))).toEqual([409, alreadyAccepted]);
    expect(answer(await disclose(of, 4_500_000))).toEqual([409, alreadyAccepted]);
    const kinds = await rows(
      "select kind from app.event where business_id = $1 and kind like 'disclosure.%' order by sequence",
      of.tenant.businessId,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["disclosure.created", "disclosure.delivered", "disclosure.signed"]);
  });

  it.each(productTypes)("comes before the agreement for %s", async (product) => {
    const of = await owned({ state: "CA", product });
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_DELIVERED"]);
    const { id } = await disclosureOf(of);
    await file(of, id);
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_SIGNED"]);
    await sign(of, id);
    await send(of);
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_SIGNED"]);
    expect(await signed(of, "DISCLOSURE")).toBe(true);
    await opened(of);
    expect(await signings(of)).toMatchObject([{ status: "SENT" }]);
  });

  it("is a line of the partner's checklist, before the agreement, once the offer is selected", async () => {
    const of = await owned({ state: "CA" });
    const checklist = async () => {
      const url = `/api/platform/v1/applications/${publicId("application", of.application)}`;
      return ((await server.partner(platform, { method: "GET", url })).body["checklist"] as { done: boolean }[]).map(
        ({ done }) => done,
      );
    };
    expect(await checklist()).toEqual([]);
    await rows(
      "update app.offer set status = 'SELECTED', selected_at = now(), chosen_amount_cents = 3000000, chosen_terms = '{}' where id = $1",
      of.offer,
    );
    expect(await checklist()).toEqual([false, false]);
    await disclosed(of, 3_000_000);
    expect(await checklist()).toEqual([true, false]);
    expect(answer(await open(of, 3_000_000))).toEqual([409, "STEP_NOT_CURRENT_EXCEPTION"]);
    await rows("update app.loan_application set offer_step = 'COLLECT_LEGAL_AGREEMENTS' where id = $1", of.application);
    await opened(of, 3_000_000);
    expect(await checklist()).toEqual([true, false]);
    expect(await signed(of, "AGREEMENT")).toBe(true);
    expect(await checklist()).toEqual([true, true]);
  });

  it("is the same for the same choice, and is not rendered again", async () => {
    const of = await owned();
    const first = await disclosureOf(of);
    expect(await disclosureOf(of, 5_000_000)).toEqual(first);
    expect(await disclosures(of)).toHaveLength(1);
  });

  it("is superseded by one of another amount, with its price, and has to be delivered and signed again", async () => {
    const of = await owned();
    const first = await disclosed(of);
    const second = await disclosureOf(of, 3_000_000);
    expect(second).toMatchObject({ amountCents: 3_000_000, deliveredAt: null, signedAt: null });
    expect((await disclosures(of)).map(({ id, superseded_by }) => [id, superseded_by])).toEqual([
      [first, second.id],
      [second.id, null],
    ]);
    for (const amountCents of [null, 3_000_000])
      expect(answer(await open(of, amountCents))).toEqual([409, "DISCLOSURE_NOT_DELIVERED"]);
    expect((await file(of, first)).json().code).toBe("DISCLOSURE_SUPERSEDED");
    expect(answer(await sign(of, first))).toEqual([409, "DISCLOSURE_SUPERSEDED"]);
    // Back at the first amount, the signature of then does not count.
    await disclosureOf(of);
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_DELIVERED"]);
  });

  it("is superseded when the terms or the form have changed", async () => {
    const of = await owned();
    const first = await disclosed(of);
    await rows(`update app.offer set terms = jsonb_set(terms, '{feePercentage}', '"2.5"') where id = $1`, of.offer);
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_DELIVERED"]);
    const second = await disclosureOf(of);
    expect(second.id).not.toBe(first);
    await rows("update app.disclosure set form_version = 'CA CLOSED_END 2020-01-01.1' where id = $1", second.id);
    await file(of, second.id);
    expect(answer(await sign(of, second.id))).toEqual([409, "DISCLOSURE_SUPERSEDED"]);
    expect((await disclosureOf(of)).id).not.toBe(second.id);
  });

  it("voids the agreement of the former amount, which cannot be signed any more", async () => {
    const of = await owned();
    await disclosed(of);
    await open(of);
    expect(answer(await disclose(of, 3_000_000))).toEqual([409, "SIGNING_BEING_PREPARED"]);
    await send(of);
    await disclosureOf(of, 3_000_000);
    expect(await signings(of)).toMatchObject([{ status: "VOIDED", amount: 5_000_000 }]);
    expect(await signed(of, "AGREEMENT")).toBe(false);
    await disclosed(of, 3_000_000);
    await opened(of, 3_000_000);
    expect(await signings(of)).toMatchObject([{ status: "VOIDED" }, { status: "SENT", amount: 3_000_000 }]);
  });

  it("stays unsigned if it was superseded before the signature arrived", async () => {
    const of = await owned();
    const { id } = await disclosureOf(of);
    await file(of, id);
    await sign(of, id);
    await send(of);
    await signOpen(server.app, server.database.admin, of.tenant, of.offer, "DISCLOSURE");
    await disclosureOf(of, 3_000_000);
    await handleEvents(server, of.tenant.businessId);
    expect((await disclosures(of)).map(({ signed_at }) => signed_at)).toEqual([null, null]);
  });

  it("can be signed after it was declined once", async () => {
    const of = await owned();
    const { id } = await disclosureOf(of);
    await file(of, id);
    await sign(of, id);
    await send(of);
    await rows("update app.signing set status = 'DECLINED' where offer_id = $1", of.offer);
    expect((await sign(of, id)).body).toEqual({ status: "PREPARING", link: null });
    await send(of);
    expect(await signed(of, "DISCLOSURE")).toBe(true);
    expect((await open(of)).status).toBe(200);
  });
});

describe("disclosure that is only delivered", () => {
  it("needs no signature before the agreement", async () => {
    const of = await owned({ state: "UT" });
    const { id } = await disclosureOf(of);
    expect(answer(await open(of))).toEqual([409, "DISCLOSURE_NOT_DELIVERED"]);
    await file(of, id);
    expect(answer(await sign(of, id))).toEqual([409, "DISCLOSURE_ONLY_DELIVERED"]);
    expect((await open(of)).status).toBe(200);
  });
});

describe("offer without a disclosure", () => {
  it("has its agreement at once, and another amount voids it", async () => {
    const of = await owned({ state: "OH" });
    expect((await disclose(of)).body).toEqual({ next: "SIGN_AGREEMENT", disclosure: null });
    await opened(of);
    await opened(of, 3_000_000);
    expect(await signings(of)).toMatchObject([
      { status: "VOIDED", amount: 5_000_000 },
      { status: "SENT", amount: 3_000_000 },
    ]);
    await disclose(of, 2_000_000);
    expect(await signings(of)).toMatchObject([{ status: "VOIDED" }, { status: "VOIDED" }]);
  });

  it.each(productTypes)("has an agreement for %s that can be rendered and sent", async (product) => {
    const of = await owned({ state: "OH", product });
    await opened(of);
    expect(await signings(of)).toMatchObject([{ status: "SENT" }]);
  });
});

describe("agreement", () => {
  it("is ordered once, however many requests come at once", async () => {
    const of = await owned({ state: "OH" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(of)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await signings(of)).toHaveLength(1);
  });

  it("is signed by the primary owner and then by each co-owner", async () => {
    const of = await owned({ state: "OH" });
    await rows(
      `insert into app.business_owner (platform_id, business_id, is_primary, current_step, first_name, last_name, email)
       values ($1, $2, false, 'START_FLOW', 'Luis', 'Ortega', 'luis@owner.test')`,
      of.tenant.platformId,
      of.tenant.businessId,
    );
    await opened(of);
    const signers = await rows(
      `select p.first_name, p.signing_order from app.signing_signer p join app.signing s on s.id = p.signing_id
       where s.offer_id = $1 order by p.signing_order`,
      of.offer,
    );
    expect(signers).toEqual([
      { first_name: "Rosa", signing_order: 1 },
      { first_name: "Luis", signing_order: 2 },
    ]);
    await signed(of, "AGREEMENT");
    // The primary owner has signed and Luis has not.
    expect(await signings(of)).toMatchObject([{ status: "VIEWED" }]);
    expect(answer(await open(of, 3_000_000))).toEqual([409, alreadyAccepted]);
  });

  it("leaves one current disclosure when several amounts are chosen at once", async () => {
    const of = await owned();
    const amounts = [2_000_000, 2_500_000, 3_000_000, 3_500_000];
    const answers = await Promise.all(amounts.map((amount) => disclose(of, amount)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await disclosures(of)).filter(({ superseded_by }) => superseded_by === null)).toHaveLength(1);
  });

  it.each([
    ["an amount below the range", {}, 900_000, [400, "AMOUNT_OUT_OF_RANGE"]],
    ["an amount between the steps", {}, 2_100_001, [400, "AMOUNT_OUT_OF_RANGE"]],
    ["an amount above the offer", {}, 5_500_000, [400, "AMOUNT_OUT_OF_RANGE"]],
    ["a part of a limit", { product: "LOC_TERM_LOAN" }, 4_000_000, [400, "AMOUNT_NOT_ADJUSTABLE"]],
  ] as const)("is refused for %s", async (_, wishes, amountCents, refusal) => {
    const of = await owned(wishes);
    expect(answer(await disclose(of, amountCents))).toEqual(refusal);
    expect(answer(await open(of, amountCents))).toEqual(refusal);
  });

  it.each([
    ["that has expired", "update app.offer set expires_at = now() where id = $1", "OFFER_EXPIRED"],
    ["that is EXPIRED", "update app.offer set status = 'EXPIRED' where id = $1", "OFFER_EXPIRED"],
    [
      "that is ACCEPTED",
      `update app.offer set status = 'ACCEPTED', selected_at = now(), chosen_amount_cents = amount_cents, chosen_terms = '{}'
       where id = $1`,
      alreadyAccepted,
    ],
    ["beside the chosen one", "update app.offer set status = 'OTHER_OFFER_CHOSEN' where id = $1", "WRONG_STATE"],
  ])("is refused for an offer %s", async (_, change, code) => {
    const of = await owned({ state: "OH" });
    await rows(change, of.offer);
    expect(answer(await disclose(of))).toEqual([409, code]);
    expect(answer(await open(of))).toEqual([409, code]);
  });

  it("is not found while the platform may still add its mark-up", async () => {
    const of = await owned({ state: "OH" });
    await rows("update app.offer set is_locked = false where id = $1", of.offer);
    expect((await open(of)).status).toBe(404);
  });

  it("is opened only by a primary owner of the business who has stepped up, and never by a key", async () => {
    const of = await owned({ state: "OH" });
    const other = await owned({ state: "OH" });
    expect((await open({ ...of, person: other.person })).status).toBe(404);
    const operator = await server.person(platform, { email: `${randomUUID()}@operator.test`, roles: ["OPERATOR"] });
    expect((await open({ ...of, person: operator })).status).toBe(403);
    const unproven = await server.person(
      platform,
      { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] },
      false,
    );
    expect(answer(await open({ ...of, person: unproven }))).toEqual([403, "STEP_UP_REQUIRED"]);
    const byKey = await server.partner(platform, {
      method: "POST",
      url: `/api/v1/offers/${of.offer}/agreement`,
      payload: { amountCents: null },
    });
    expect(byKey.status).toBe(401);
    expect(await signings(of)).toEqual([]);
  });

  it("is voided when the offers of its application have ended", async () => {
    const of = await owned({ state: "OH" });
    await opened(of);
    await recordEvent(server, of.tenant, {
      kind: "application.offers_expired",
      body: { applicationId: of.application, status: "WAITING_FOR_ACCEPTANCE" },
    });
    await handleEvents(server, of.tenant.businessId);
    expect(await signings(of)).toMatchObject([{ status: "VOIDED" }]);
  });

  it("is voided with the withdrawal of its application, and not opened again", async () => {
    const of = await owned({ state: "OH" });
    await opened(of);
    await inScope(server.app.pool, of.tenant, (tx) =>
      closeApplications(
        tx,
        of.tenant,
        { because: "LOAN_APPLICATION_WITHDRAWN", withdrawal: { reason: "OTHER" } },
        { actor: { kind: "SYSTEM", id: null }, requestId: null },
      ),
    );
    await handleEvents(server, of.tenant.businessId);
    expect(await signings(of)).toMatchObject([{ status: "VOIDED" }]);
    expect(answer(await open(of))).toEqual([409, "WRONG_STATE"]);
  });
});

describe("tables of disclosures and signings", () => {
  const order = ({ tenant, offer }: Owned, amountCents = 5_000_000) =>
    inScope(server.app.pool, tenant, (tx) =>
      tx
        .insertInto("signing")
        .values({
          platform_id: tenant.platformId,
          business_id: tenant.businessId,
          reference: randomUUID(),
          name: "Financing agreement",
          status: "PREPARING",
          original_sha256: Buffer.alloc(32),
          places: "[]",
          kind: "AGREEMENT",
          offer_id: offer,
          amount_cents: amountCents,
        })
        .execute(),
    );
  const early = "comes before its agreement";

  it("refuse an agreement before its disclosure is made, delivered and signed, and allow it afterwards", async () => {
    const of = await owned();
    await expect(order(of)).rejects.toThrow(early);
    const { id } = await disclosureOf(of);
    await expect(order(of)).rejects.toThrow(early);
    await file(of, id);
    await expect(order(of)).rejects.toThrow(early);
    await disclosed(of);
    await expect(order(of, 3_000_000)).rejects.toThrow(early);
    await order(of);
    await expect(order(of)).rejects.toThrow("one_agreement_of_offer");
  });

  it("refuse an agreement after a superseded disclosure or changed terms", async () => {
    const of = await owned();
    await disclosed(of);
    await rows("update app.offer set markup_percentage = 1 where id = $1", of.offer);
    await expect(order(of)).rejects.toThrow(early);
    await rows("update app.offer set markup_percentage = 0 where id = $1", of.offer);
    await disclosureOf(of, 3_000_000);
    for (const amount of [3_000_000, 5_000_000]) await expect(order(of, amount)).rejects.toThrow(early);
  });

  it("allow an agreement after delivery where the law asks for nothing more, and at once where it asks for nothing", async () => {
    const delivered = await owned({ state: "UT" });
    await expect(order(delivered)).rejects.toThrow(early);
    await file(delivered, (await disclosureOf(delivered)).id);
    await order(delivered);
    await order(await owned({ state: "OH" }));
  });

  it("refuse an agreement of a closed offer, of another business, or above the offer", async () => {
    const of = await owned({ state: "OH" });
    const other = await owned({ state: "OH" });
    const refused = "only an open offer is signed";
    await expect(order({ ...of, offer: other.offer })).rejects.toThrow(refused);
    await expect(order(of, 5_000_001)).rejects.toThrow(refused);
    await rows("update app.offer set status = 'EXPIRED' where id = $1", of.offer);
    await expect(order(of)).rejects.toThrow(refused);
  });

  it("refuse to supersede a disclosure under an open agreement", async () => {
    const of = await owned();
    const id = await disclosed(of);
    await order(of);
    const supersede = rows("update app.disclosure set superseded_by = $2 where id = $1", id, randomUUID());
    await expect(supersede).rejects.toThrow("not superseded under an open agreement");
  });

  it("refuse a delivery without evidence or of other bytes, and a change of the evidence", async () => {
    const of = await owned();
    const { id } = await disclosureOf(of);
    const set = (change: string) => rows(`update app.disclosure set ${change} where id = $1`, id);
    await expect(set("delivered_at = now()")).rejects.toThrow("delivered_with_evidence");
    const evidence = `delivered_at = now(), delivered_ip = '', delivered_user_agent = '',
      delivered_to = (select id from app.business_user where business_id = '${of.tenant.businessId}')`;
    await expect(set(`${evidence}, delivered_sha256 = sha256('x')`)).rejects.toThrow("delivered_as_rendered");
    await file(of, id);
    await expect(set("delivered_ip = '10.0.0.1'")).rejects.toThrow("written once");
  });

  it("know the same laws as the rule packs", async () => {
    const cells = states.flatMap((state) =>
      productTypes.flatMap((product) => amountsAroundThresholds.map((amount) => ({ state, product, amount }))),
    );
    const found = await rows(
      `select app.required_disclosure(state, product, amount) as required
       from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality as cell (state, product, amount, n) order by n`,
      cells.map(({ state }) => state),
      cells.map(({ product }) => product),
      cells.map(({ amount }) => amount),
    );
    const wanted = cells.map(({ state, product, amount }) => {
      const form = disclosureForm(state, product, cents(amount));
      return { required: form && (form.pack.isSigned ? "SIGNED" : "DELIVERED") };
    });
    expect(found).toEqual(wanted);
  });
});
