import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signOpen } from "../disclosures/signing.fixture.ts";
import { testServer } from "../http/server.fixture.ts";
import { endSignatures } from "../offers/end-signatures.ts";
import { declineAt, signAt } from "../providers/e-sign/signing.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import {
  type Closing,
  type CoOwner,
  closingAt,
  completeCurrent,
  coOwnerStep,
  coOwnersOf,
  enterAsCoOwner,
  initialize,
  openAsCoOwner,
  passDays,
  putCoOwnerEvent,
  putEvent,
  readStep,
  signDocuments,
  standingOf,
  submitPictures,
  type World,
} from "./closing.fixture.ts";

let world: World;
beforeAll(async () => {
  const sandbox = await testSandbox();
  world = { sandbox, server: await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" }) };
});
afterAll(async () => {
  await world.server.close();
  await world.sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await world.server.database.admin.query(text, values)).rows;
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const templates = async ({ id }: Closing) =>
  (
    await rows(
      "select template from app.email where business_id = $1 and template in ('signature-request', 'signatures-missing', 'agreement-declined') order by id",
      id,
    )
  ).map(({ template }) => template);
const tasks = async ({ id }: Closing) =>
  (await rows("select kind from app.task where business_id = $1 and closed_at is null order by kind", id)).map(
    ({ kind }) => kind,
  );

/** The primary owner has signed, and the co-owner has opened the link of the email. */
async function waiting(coOwners = 1): Promise<{ closing: Closing; coOwner: CoOwner }> {
  const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { coOwners });
  await completeCurrent(world, closing);
  const [ownerId = ""] = await coOwnersOf(world, closing);
  return { closing, coOwner: await enterAsCoOwner(world, closing, ownerId) };
}
const agreementStatus = async ({ offerId }: Closing) =>
  (await rows("select status from app.signing where offer_id = $1 and kind = 'AGREEMENT' order by id", offerId)).map(
    ({ status }) => status,
  );
const act = async ({ tenant, offerId, id }: Closing, { ownerId }: CoOwner, how: (url: string) => Promise<void>) => {
  await signOpen(world.server.app, world.server.database.admin, tenant, offerId, "AGREEMENT", ownerId, how);
  await handleEvents(world.server, id);
};

describe("co-owner of a chosen offer", () => {
  it("verifies their identity and signs after the primary owner, and the last signature accepts the offer", async () => {
    const { closing, coOwner } = await waiting();
    expect(await standingOf(world, closing)).toEqual({ step: "OFFER_ACCEPTED", status: "WAITING_FOR_ACCEPTANCE" });
    const shown = await readStep(closing, "OFFER_ACCEPTED");
    expect(shown["documentDetails"]).toMatchObject({
      recipients: [{ hasCompleted: true }, { firstName: "LuisA", hasCompleted: false }],
    });
    expect(await coOwnerStep(coOwner)).toBe("COLLECT_PERSONA");
    expect(answer(await openAsCoOwner(coOwner))).toEqual([409, "STEP_NOT_CURRENT_EXCEPTION"]);
    expect(answer(await putCoOwnerEvent(coOwner, "PERSONA_COLLECTED"))).toEqual([409, "IDENTITY_NOT_STARTED"]);
    await submitPictures(world, (await initialize(coOwner)).body);
    expect((await putCoOwnerEvent(coOwner, "PERSONA_COLLECTED")).body).toEqual({
      currentStep: "COLLECT_LEGAL_AGREEMENTS",
    });
    expect(answer(await putCoOwnerEvent(coOwner, "LEGAL_AGREEMENTS_COLLECTED"))).toEqual([409, "AGREEMENT_NOT_SIGNED"]);
    const { url } = (await openAsCoOwner(coOwner)).body["link"] as { url: string };
    await signAt(url);
    // No webhook has come: the call asks the vendor.
    expect((await putCoOwnerEvent(coOwner, "LEGAL_AGREEMENTS_COLLECTED")).body).toEqual({
      currentStep: "OFFER_ACCEPTED",
    });
    expect((await putCoOwnerEvent(coOwner, "LEGAL_AGREEMENTS_COLLECTED")).status).toBe(200);
    await handleEvents(world.server, closing.id);
    expect(await standingOf(world, closing)).toEqual({ step: "OFFER_ACCEPTED", status: "CLOSE_LOAN" });
    await passDays(world, closing, 20);
    expect(await templates(closing)).toEqual(["signature-request"]);
    expect(await tasks(closing)).not.toContain("CO_SIGNER_UNANSWERED");
  });

  it("has no step before the primary owner has signed, and one from then on, also if the browser never said so", async () => {
    const { closing, coOwner } = await waiting();
    // The agreement is voided and presented again, to the primary owner first.
    await act(closing, coOwner, declineAt);
    expect(await standingOf(world, closing)).toMatchObject({ step: "COLLECT_LEGAL_AGREEMENTS" });
    expect(await coOwnerStep(coOwner)).toBeNull();
    await signDocuments(world, closing);
    expect(await coOwnerStep(coOwner)).toBe("COLLECT_PERSONA");
    expect(await standingOf(world, closing)).toEqual({ step: "OFFER_ACCEPTED", status: "WAITING_FOR_ACCEPTANCE" });
    expect((await putEvent(closing, "LEGAL_AGREEMENTS_COLLECTED")).body).toEqual({ currentStep: "OFFER_ACCEPTED" });
  });

  it("is reminded on days 2, 5 and 10, and on day 14 the primary owner may go back to the offers", async () => {
    const { closing, coOwner } = await waiting();
    expect(answer(await putEvent(closing, "WENT_BACK"))).toEqual([409, "BUSINESS_ALREADY_ACCEPTED_OFFER_EXCEPTION"]);
    const counts: number[] = [];
    for (let day = 1; day <= 13; day++) {
      await passDays(world, closing, 1);
      counts.push((await templates(closing)).length);
    }
    expect(counts).toEqual([1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4]);
    await passDays(world, closing, 1);
    expect((await templates(closing)).at(-1)).toBe("signatures-missing");
    expect(await tasks(closing)).toEqual(["CO_SIGNER_UNANSWERED"]);
    expect((await putEvent(closing, "WENT_BACK")).body).toEqual({ currentStep: "DISPLAY_OFFERS" });
    await handleEvents(world.server, closing.id);
    expect(await agreementStatus(closing)).toEqual(["VOIDED"]);
    expect(await tasks(closing)).toEqual([]);
    expect(await coOwnerStep(coOwner)).toBeNull();
  });

  it("who declines leads the primary owner back to the agreement, which can be signed again", async () => {
    const { closing, coOwner } = await waiting();
    await act(closing, coOwner, declineAt);
    expect(await standingOf(world, closing)).toEqual({
      step: "COLLECT_LEGAL_AGREEMENTS",
      status: "WAITING_FOR_ACCEPTANCE",
    });
    expect(await templates(closing)).toEqual(["signature-request", "agreement-declined"]);
    expect(await tasks(closing)).toEqual(["AGREEMENT_DECLINED"]);
    expect(await coOwnerStep(coOwner)).toBeNull();
    await completeCurrent(world, closing);
    await act(closing, coOwner, signAt);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
  });

  it("whose signature is missing when the hold ends loses the offer, and the agreement is voided", async () => {
    const { closing, coOwner } = await waiting();
    await passDays(world, closing, 31);
    expect((await standingOf(world, closing)).step).toBe("OFFER_ACCEPTED");
    await passDays(world, closing, 10);
    await endSignaturesOf(closing);
    expect((await standingOf(world, closing)).step).toBe("OFFERS_EXPIRED");
    expect(await agreementStatus(closing)).toEqual(["VOIDED"]);
    expect(await coOwnerStep(coOwner)).toBeNull();
  });

  it("who signs at the vendor before the offer is ended wins over its expiry, although no webhook came", async () => {
    const { closing, coOwner } = await waiting();
    await rows("update app.signing set next_action_at = null where offer_id = $1", closing.offerId);
    await submitPictures(world, (await initialize(coOwner)).body);
    await putCoOwnerEvent(coOwner, "PERSONA_COLLECTED");
    const { url } = (await openAsCoOwner(coOwner)).body["link"] as { url: string };
    await signAt(url);
    await passDays(world, closing, 41);
    await endSignaturesOf(closing);
    expect(await standingOf(world, closing)).toEqual({ step: "OFFER_ACCEPTED", status: "CLOSE_LOAN" });
  });
});

/** Runs the workflow that asks the vendor, as the engine would. */
async function endSignaturesOf({ tenant, id }: Closing): Promise<void> {
  const started = await rows(
    "select id from app.workflow_run where business_id = $1 and kind = 'end-signatures' and state = 'OPEN'",
    id,
  );
  expect(started.length).toBeGreaterThan(0);
  await endSignatures(world.server.app, { ...tenant, id: started[0].id });
  await handleEvents(world.server, id);
}
