import { randomUUID } from "node:crypto";
import { cents } from "@inlay/lending/money/cents.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { openOffer } from "../apps/api/src/disclosures/signing.fixture.ts";
import { handleSigningWebhook, prepareSigning, signingLinkOf } from "../apps/api/src/documents/follow-signing.ts";
import { orderSigning, prepareOrder } from "../apps/api/src/documents/signing.ts";
import type { TestServer } from "../apps/api/src/http/server.fixture.ts";
import { applicationDeadlines } from "../apps/api/src/offers/application-deadlines.ts";
import { endSignatures } from "../apps/api/src/offers/end-signatures.ts";
import type { RenderedDocument } from "../apps/api/src/providers/document-renderer/port.ts";
import { renderedAgreement } from "../apps/api/src/providers/e-sign/agreement.fixture.ts";
import { SigningUnavailable } from "../apps/api/src/providers/e-sign/port.ts";
import { signAt } from "../apps/api/src/providers/e-sign/signing.fixture.ts";
import { handleEvents } from "../apps/api/src/workflows/handle-event.fixture.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const amountCents = 5_000_000;
const dayMs = 86_400_000;
/** Rounds that run at the same time. Most of a round is the vendor's time. */
const lanes = 4;

export const proof: Proof = {
  claim:
    "Two owners sign the agreement of a chosen offer at the same moment: the offer is accepted once. The last owner signs while the hold of the offer ends: either the offer is accepted and the agreement is complete, or the offer expires and the agreement is void, never both and never neither.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const [together, expiries] = tenth ? [20, 50] : [200, 500];
    const world = await createWorld("signer-races", { PANDADOC_TIMEOUT_MS: "60000" });
    try {
      await world.engine.sandbox.start();
      const agreement = await renderedAgreement();
      await inLanes(together, (round) => signTogether(world, agreement, round));
      say(`${together} races of two signers`);
      const won = { acceptance: 0, expiry: 0 };
      await inLanes(expiries, async (round) => {
        won[await signWhileExpiring(world, agreement, random, round)]++;
      });
      for (const [what, times] of Object.entries(won))
        if (times === 0) throw new Error(`no race was won by the ${what}`);
      return {
        "two signers at once": together,
        "accepted twice or not at all": 0,
        "last signature against the expiry": expiries,
        "accepted first": won.acceptance,
        "expired first": won.expiry,
        "both or neither": 0,
      };
    } finally {
      await world.close();
    }
  },
};

async function inLanes(rounds: number, play: (round: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let round = next++; round < rounds; round = next++) await play(round);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function rowsOf<T extends object>({ admin }: World, text: string, ...values: unknown[]): Promise<T[]> {
  return (await admin.query<T>(text, values)).rows;
}

type Presented = {
  tenant: { platformId: string; businessId: string };
  application: string;
  offer: string;
  signing: string;
  vendorDocument: string;
  coOwner: string;
};

/** The agreement of a chosen offer that the primary owner and a co-owner can sign. */
async function present(world: World, agreement: RenderedDocument): Promise<Presented> {
  const { app, platformId } = world;
  const [businessId, userId, coOwner] = [randomUUID(), randomUUID(), randomUUID()];
  const tenant = { platformId, businessId };
  await rowsOf(
    world,
    "insert into app.business (id, platform_id, platform_business_id, name) values ($1, $2, $3, 'Harbor Bakery')",
    ...[businessId, platformId, businessId],
  );
  await rowsOf(
    world,
    "insert into app.business_user (id, platform_id, business_id, platform_user_id) values ($1, $2, $3, $4)",
    ...[userId, platformId, businessId, userId],
  );
  await rowsOf(
    world,
    `insert into app.business_owner (id, platform_id, business_id, user_id, is_primary, current_step, first_name, last_name, email)
     values (gen_random_uuid(), $1, $2, $3::uuid, true, null, 'Rosa', 'Marín', $3::uuid || '@proof.example'),
       ($4::uuid, $1, $2, null, false, 'START_FLOW', 'Luis', 'Ortega', $4::uuid || '@proof.example')`,
    ...[platformId, businessId, userId, coOwner],
  );
  const { application, offer } = await openOffer(world.admin, tenant, { state: "OH", amountCents });
  await rowsOf(
    world,
    `update app.offer set status = 'SELECTED', selected_at = now(), chosen_amount_cents = amount_cents, chosen_terms = '{}' where id = $1`,
    offer,
  );
  await rowsOf(
    world,
    "update app.loan_application set offer_step = 'COLLECT_LEGAL_AGREEMENTS' where id = $1",
    application,
  );
  const idOf = (signerId: string) => (signerId === "primary" ? signerId : coOwner);
  const order = await prepareOrder(app, {
    ...tenant,
    reference: `agreement/${offer}/1`,
    name: "Financing agreement",
    document: { ...agreement, places: agreement.places.map((one) => ({ ...one, signer: idOf(one.signer) })) },
    signers: ["primary", coOwner].map((signerId) => ({
      signerId,
      firstName: "Rosa",
      lastName: "Marín",
      email: `${randomUUID()}@proof.example`,
      order: 1,
    })),
    subject: { kind: "AGREEMENT", offerId: offer, amountCents: cents(amountCents), disclosureId: null },
  });
  const signing = await inScope(app.pool, tenant, (tx) => orderSigning(tx, order, { kind: "SYSTEM", id: null }));
  await prepareSigning(app, { ...tenant, id: signing });
  const [row] = await rowsOf<{ vendor: string }>(
    world,
    "select vendor_document_id as vendor from app.signing where id = $1",
    signing,
  );
  return { tenant, application, offer, signing, vendorDocument: row?.vendor ?? "", coOwner };
}

/** Signs at the vendor, whose webhook then comes. Returns whether the vendor took the signature. */
async function sign(world: World, { tenant, signing, vendorDocument }: Presented, signerId: string): Promise<boolean> {
  const link = await signingLinkOf(world.app, { ...tenant, id: signing }, signerId).catch(() => null);
  const isSigned =
    link !== null &&
    (await signAt(link.url).then(
      () => true,
      () => false,
    ));
  await handleSigningWebhook(world.app, { id: randomUUID(), documentIds: [vendorDocument] });
  await handle(world, tenant);
  return isSigned;
}

const handle = ({ app, admin }: World, { businessId }: Presented["tenant"]) =>
  handleEvents({ app, database: { admin } } as unknown as TestServer, businessId);

type Standing = { status: string; step: string; offer: string; signing: string; accepted: number; expired: number };

async function standingOf(world: World, { application, offer, signing }: Presented): Promise<Standing> {
  const [row] = await rowsOf<Standing>(
    world,
    `select a.status, a.offer_step as step,
       (select status from app.offer where id = $2) as offer, (select status from app.signing where id = $3) as signing,
       (select count(*)::int from app.event where stream = a.business_id and kind = 'offer.accepted') as accepted,
       (select count(*)::int from app.event where stream = a.business_id and kind = 'application.offers_expired') as expired
     from app.loan_application a where a.id = $1`,
    application,
    offer,
    signing,
  );
  if (!row) throw new Error("the application is gone");
  return row;
}

const acceptedStanding = "CLOSE_LOAN OFFER_ACCEPTED ACCEPTED COMPLETED 1 0";
const expiredStanding = "WAITING_FOR_ACCEPTANCE OFFERS_EXPIRED EXPIRED VOIDED 0 1";
const told = ({ status, step, offer, signing, accepted, expired }: Standing): string =>
  [status, step, offer, signing, accepted, expired].join(" ");

async function signTogether(world: World, agreement: RenderedDocument, round: number): Promise<void> {
  const presented = await present(world, agreement);
  const signed = await Promise.all(["primary", presented.coOwner].map((signer) => sign(world, presented, signer)));
  hold(`round ${round}: the signatures`, signed.join(), "true,true");
  hold(`round ${round}: the offer`, told(await standingOf(world, presented)), acceptedStanding);
}

/** As the engine repeats a step: the vendor may refuse to void a document in the moment in which somebody signs it. */
async function retried(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === 20 || !(error instanceof SigningUnavailable)) throw error;
    }
}

/** The primary owner has signed. The co-owner signs while the ten days of the hold end. */
async function signWhileExpiring(
  world: World,
  agreement: RenderedDocument,
  random: () => number,
  round: number,
): Promise<"acceptance" | "expiry"> {
  const presented = await present(world, agreement);
  const { tenant, application, coOwner } = presented;
  await sign(world, presented, "primary");
  const now = new Date(Date.now() + 60 * dayMs);
  await rowsOf(
    world,
    "insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, $3)",
    ...[tenant.businessId, tenant.platformId, now],
  );
  const [signLate, expireLate] = [random() * 60, random() * 60];
  const expire = async () => {
    await sleep(expireLate);
    await inScope(world.app.pool, tenant, (tx) =>
      applicationDeadlines.act(tx, { ...tenant, id: application, dueAt: now }, now),
    );
    await retried(() => endSignatures(world.app, { ...tenant, id: randomUUID() }));
    await handle(world, tenant);
  };
  const signLast = async () => {
    await sleep(signLate);
    return sign(world, presented, coOwner);
  };
  const [isSigned] = await Promise.all([signLast(), expire()]);
  await handle(world, tenant);
  const standing = told(await standingOf(world, presented));
  hold(`round ${round}: the outcome`, standing, isSigned ? acceptedStanding : expiredStanding);
  return isSigned ? "acceptance" : "expiry";
}
