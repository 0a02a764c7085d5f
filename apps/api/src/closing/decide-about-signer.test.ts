import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signOpen } from "../disclosures/signing.fixture.ts";
import { testServer } from "../http/server.fixture.ts";
import { declineAt, signAt } from "../providers/e-sign/signing.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
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
  readStep,
  standingOf,
  submitPictures,
  type World,
} from "./closing.fixture.ts";

let world: World;
let maker: TestMember;
let checker: TestMember;
beforeAll(async () => {
  const sandbox = await testSandbox();
  world = { sandbox, server: await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" }) };
  maker = await signedInMember(world.server, ["UNDERWRITER"]);
  checker = await signedInMember(world.server, ["UNDERWRITER"]);
});
afterAll(async () => {
  await world.server.close();
  await world.sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await world.server.database.admin.query(text, values)).rows;
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const reason = "We have spoken with both of them";

/** The primary owner has signed, and the co-owner has not for some days. */
async function waiting(days = 14, coOwners = 1): Promise<{ closing: Closing; ownerId: string }> {
  const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { coOwners });
  for (const [isPrimary, share] of [
    [true, 6_000],
    [false, 4_000 / coOwners],
  ])
    await rows(
      "update app.business_owner set ownership_basis_points = $3 where business_id = $1 and is_primary = $2",
      closing.id,
      isPrimary,
      share,
    );
  await completeCurrent(world, closing);
  const [ownerId = ""] = await coOwnersOf(world, closing);
  await passDays(world, closing);
  // Each reminder is sent on its own day.
  for (let day = 0; day < days; day++) await passDays(world, closing, 1);
  return { closing, ownerId };
}

const decide = async (closing: Closing, ownerId: string, decision: object) => {
  const answered = await closing.as({
    method: "POST",
    url: `/api/v1/workflow/offers/signers/${ownerId}`,
    payload: decision,
  });
  await handleEvents(world.server, closing.id);
  return answered;
};
const wait = { decision: "WAIT" };
const correctEmail = () => ({ decision: "CORRECT_EMAIL", email: `${randomUUID()}@owner.test` });
const remove = { decision: "REMOVE", ownershipPercentage: 10 };
const replace = (changes: object = {}) => ({
  decision: "REPLACE",
  replacement: {
    firstName: "Elena",
    lastName: "Ortega",
    email: `${randomUUID()}@owner.test`,
    ownershipPercentage: 40,
    ...changes,
  },
});

const agreements = async ({ offerId }: Closing) =>
  (await rows("select status from app.signing where offer_id = $1 and kind = 'AGREEMENT' order by id", offerId)).map(
    ({ status }) => status,
  );
const signersOfLast = async ({ offerId }: Closing) =>
  (
    await rows(
      `select p.first_name as name, p.email from app.signing_signer p
       where p.signing_id = (select id from app.signing where offer_id = $1 and kind = 'AGREEMENT' order by id desc limit 1)
       order by p.signing_order, p.signer_id`,
      offerId,
    )
  ).slice(1);
const tasks = async ({ id }: Closing) =>
  (await rows("select kind from app.task where business_id = $1 and closed_at is null order by kind", id)).map(
    ({ kind }) => kind,
  );
const changes = ({ id }: Closing) =>
  rows("select change, status, remaining_basis_points from app.co_signer_change where business_id = $1", id);
const openAgreement = (closing: Closing) =>
  closing.as({
    method: "POST",
    url: `/api/v1/offers/${closing.offerId}/agreement`,
    payload: { amountCents: null },
  });
const signLast = async ({ tenant, offerId, id }: Closing, ownerId: string, how = signAt) => {
  await signOpen(world.server.app, world.server.database.admin, tenant, offerId, "AGREEMENT", ownerId, how);
  await handleEvents(world.server, id);
};

/** Staff decide, and a second person approves what is confirmed. */
async function decideAsStaff(
  closing: Closing,
  ownerId: string,
  outcome: "CONFIRM" | "REFUSE" | "DECLINE",
  more: object = {},
) {
  const path = `/businesses/${closing.id}/owners/${ownerId}/signer-change`;
  const asked = await maker.as("POST", path, { outcome, ...more, reason });
  if (outcome !== "REFUSE") {
    const { body } = await checker.as("GET", `/requests/${asked.body["requestId"]}`);
    await checker.as("POST", `/requests/${asked.body["requestId"]}/approve`, {
      payloadHash: body["payloadHash"],
      reason,
    });
  }
  await handleEvents(world.server, closing.id);
  return asked;
}

/** The co-owner has verified their identity and has the page open where they sign. */
async function atSignature(coOwner: CoOwner): Promise<string> {
  await submitPictures(world, (await initialize(coOwner)).body);
  await putCoOwnerEvent(coOwner, "PERSONA_COLLECTED");
  return ((await openAsCoOwner(coOwner)).body["link"] as { url: string }).url;
}

describe("decision about a co-owner who does not sign", () => {
  it("is the primary owner's from day 14 on; waiting asks the co-owner again and ends the task of staff", async () => {
    const { closing, ownerId } = await waiting(13);
    expect((await readStep(closing, "OFFER_ACCEPTED"))["signersToDecide"]).toEqual([]);
    expect(answer(await decide(closing, ownerId, wait))).toEqual([409, "CO_SIGNER_NOT_OVERDUE"]);
    expect(answer(await decide(closing, ownerId, remove))).toEqual([409, "CO_SIGNER_NOT_OVERDUE"]);
    expect(answer(await decide(closing, randomUUID(), wait))).toEqual([404, "NOT_FOUND"]);
    await passDays(world, closing, 1);
    expect(await readStep(closing, "OFFER_ACCEPTED")).toMatchObject({
      signersToDecide: [{ ownerId, firstName: "LuisA", why: "UNANSWERED", canCorrectEmail: true }],
      signaturesUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect((await decide(closing, ownerId, wait)).body).toEqual({ currentStep: "OFFER_ACCEPTED" });
    expect(await tasks(closing)).toEqual([]);
    expect(answer(await decide(closing, ownerId, wait))).toEqual([409, "CO_SIGNER_NOT_OVERDUE"]);
    const asked = "select count(*)::int as n from app.invitation where owner_id = $1 and asks_to_sign";
    const before = (await rows(asked, ownerId))[0].n;
    await passDays(world, closing);
    expect((await rows(asked, ownerId))[0].n).toBe(before + 1);
    expect(await agreements(closing)).not.toContain("VOIDED");
  });

  it("another email address: the agreement is voided and presented again, and its link goes to that address", async () => {
    const { closing, ownerId } = await waiting();
    const taken = {
      decision: "CORRECT_EMAIL",
      email: (await rows("select email from app.business_owner where business_id = $1 and is_primary", closing.id))[0]
        .email,
    };
    expect(answer(await decide(closing, ownerId, taken))).toEqual([400, "VALIDATION_FAILED"]);
    expect(await agreements(closing)).not.toContain("VOIDED");
    const corrected = correctEmail();
    expect((await decide(closing, ownerId, corrected)).body).toEqual({ currentStep: "COLLECT_LEGAL_AGREEMENTS" });
    expect(await agreements(closing)).toEqual(["VOIDED"]);
    expect(await tasks(closing)).toEqual([]);
    await completeCurrent(world, closing);
    expect(await signersOfLast(closing)).toEqual([{ name: "LuisA", email: corrected.email }]);
    const coOwner = await enterAsCoOwner(world, closing, ownerId);
    await signAt(await atSignature(coOwner));
    await putCoOwnerEvent(coOwner, "LEGAL_AGREEMENTS_COLLECTED");
    await handleEvents(world.server, closing.id);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
  });

  it("another email address is refused once the co-owner has begun: their identity would count for whoever reads it", async () => {
    const { closing, ownerId } = await waiting();
    const coOwner = await enterAsCoOwner(world, closing, ownerId);
    await initialize(coOwner);
    expect((await readStep(closing, "OFFER_ACCEPTED"))["signersToDecide"]).toMatchObject([{ canCorrectEmail: false }]);
    expect(answer(await decide(closing, ownerId, correctEmail()))).toEqual([409, "CO_OWNER_HAS_BEGUN"]);
    expect(await agreements(closing)).not.toContain("VOIDED");
  });

  it("the calls of the onboarding neither change nor remove a co-owner who is asked to sign", async () => {
    const { closing, ownerId } = await waiting(0);
    const url = `/api/v2/workflow/secondary-owners/${ownerId}`;
    const change = (payload: object) => closing.as({ method: "PATCH", url, payload });
    expect(answer(await change({ email: `${randomUUID()}@owner.test` }))).toEqual([409, "CO_OWNER_HAS_BEGUN"]);
    expect(answer(await change({ firstName: "Elena" }))).toEqual([409, "CO_OWNER_HAS_BEGUN"]);
    expect(answer(await closing.as({ method: "DELETE", url }))).toEqual([409, "CO_OWNER_HAS_BEGUN"]);
    expect(await signersOfLast(closing)).toMatchObject([{ name: "LuisA" }]);
  });

  it("removal: no agreement is presented until two people confirm it, and then without them", async () => {
    const { closing, ownerId } = await waiting();
    const coOwner = await enterAsCoOwner(world, closing, ownerId);
    expect(answer(await decide(closing, ownerId, { ...remove, ownershipPercentage: 20 }))).toEqual([
      400,
      "VALIDATION_FAILED",
    ]);
    expect((await decide(closing, ownerId, remove)).body).toEqual({ currentStep: "COLLECT_LEGAL_AGREEMENTS" });
    expect(await changes(closing)).toEqual([{ change: "REMOVE", status: "PENDING", remaining_basis_points: 1000 }]);
    expect(await tasks(closing)).toEqual(["CO_SIGNER_CHANGE"]);
    expect((await readStep(closing, "COLLECT_LEGAL_AGREEMENTS"))["signerChange"]).toMatchObject({ isOverdue: false });
    expect(answer(await openAgreement(closing))).toEqual([409, "CO_SIGNER_CHANGE_PENDING"]);
    const shown = (await maker.as("GET", `/businesses/${closing.id}`)).body["owners"] as { rows: object[] };
    expect(JSON.stringify(shown)).toContain('"remainingPercentage":10');

    const path = `/businesses/${closing.id}/owners/${ownerId}/signer-change`;
    const asked = await maker.as("POST", path, { outcome: "CONFIRM", reason });
    expect(asked).toMatchObject({ status: 202, body: { state: "PENDING" } });
    expect(answer(await openAgreement(closing))).toEqual([409, "CO_SIGNER_CHANGE_PENDING"]);
    const { body } = await checker.as("GET", `/requests/${asked.body["requestId"]}`);
    const { payloadHash } = body;
    await checker.as("POST", `/requests/${asked.body["requestId"]}/approve`, { payloadHash, reason });
    await handleEvents(world.server, closing.id);

    expect(await changes(closing)).toMatchObject([{ status: "CONFIRMED" }]);
    expect(await tasks(closing)).toEqual([]);
    expect((await coOwner.as({ url: "/api/v1/owners/workflow/offers" })).status).toBeGreaterThanOrEqual(400);
    await completeCurrent(world, closing);
    await handleEvents(world.server, closing.id);
    expect(await signersOfLast(closing)).toEqual([]);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
    expect(
      await rows(
        "select kind, actor_kind from app.event where business_id = $1 and kind like 'closing.co_signer%' order by sequence",
        closing.id,
      ),
    ).toEqual([
      { kind: "closing.co_signer_decided", actor_kind: "USER" },
      { kind: "closing.co_signer_change_decided", actor_kind: "STAFF" },
    ]);
  });

  it("replacement: the other person is named and signs, with a share that fits beside the others", async () => {
    const { closing, ownerId } = await waiting();
    expect(answer(await decide(closing, ownerId, replace({ ownershipPercentage: 41 })))).toEqual([
      400,
      "VALIDATION_FAILED",
    ]);
    expect(await agreements(closing)).not.toContain("VOIDED");
    await decide(closing, ownerId, replace());
    expect(await tasks(closing)).toEqual(["CO_SIGNER_CHANGE"]);
    await decideAsStaff(closing, ownerId, "CONFIRM");
    await completeCurrent(world, closing);
    expect(await signersOfLast(closing)).toMatchObject([{ name: "Elena" }]);
    const elena = (await coOwnersOf(world, closing)).find((id) => id !== ownerId) ?? "";
    await signLast(closing, elena);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
  });

  it("of two owners who do not sign, the second is decided about after the agreement is voided for the first", async () => {
    const { closing, ownerId } = await waiting(14, 2);
    const [, second = ""] = await coOwnersOf(world, closing);
    await decide(closing, ownerId, remove);
    expect((await readStep(closing, "COLLECT_LEGAL_AGREEMENTS"))["signersToDecide"]).toMatchObject([
      { ownerId: second, why: "UNANSWERED" },
    ]);
    expect(answer(await decide(closing, second, wait))).toEqual([409, "CO_SIGNER_NOT_OVERDUE"]);
    const corrected = correctEmail();
    expect((await decide(closing, second, corrected)).body).toEqual({ currentStep: "COLLECT_LEGAL_AGREEMENTS" });
    expect((await readStep(closing, "COLLECT_LEGAL_AGREEMENTS"))["signersToDecide"]).toEqual([]);
    expect(answer(await openAgreement(closing))).toEqual([409, "CO_SIGNER_CHANGE_PENDING"]);
    await decideAsStaff(closing, ownerId, "CONFIRM");
    await completeCurrent(world, closing);
    expect(await signersOfLast(closing)).toEqual([{ name: "LuisB", email: corrected.email }]);
  });

  it("a change that staff refuse leaves the owners as they are, and the agreement is presented to them again", async () => {
    const { closing, ownerId } = await waiting();
    await decide(closing, ownerId, remove);
    expect(await decideAsStaff(closing, ownerId, "REFUSE")).toMatchObject({ body: { state: "APPROVED" } });
    expect(await tasks(closing)).toEqual([]);
    expect(
      answer(
        await maker.as("POST", `/businesses/${closing.id}/owners/${ownerId}/signer-change`, {
          outcome: "CONFIRM",
          reason,
        }),
      ),
    ).toEqual([404, "NOT_FOUND"]);
    await completeCurrent(world, closing);
    expect(await signersOfLast(closing)).toMatchObject([{ name: "LuisA" }]);
  });

  it("a change that cannot be confirmed ends the application, with a notice of the reasons", async () => {
    const { closing, ownerId } = await waiting();
    await decide(closing, ownerId, remove);
    await decideAsStaff(closing, ownerId, "DECLINE", { reasons: ["CASH_FLOW_INSUFFICIENT"] });
    expect(await standingOf(world, closing)).toEqual({ step: "NO_OFFERS_EXTENDED", status: "NO_OFFERS" });
    expect(await changes(closing)).toMatchObject([{ status: "REFUSED" }]);
    expect(await tasks(closing)).not.toContain("CO_SIGNER_CHANGE");
    const held =
      "select count(*)::int as n from app.capital_reservation where application_id = $1 and released_at is null";
    expect((await rows(held, closing.applicationId))[0].n).toBe(0);
    expect((await openAgreement(closing)).status).toBe(409);
    expect(
      (await rows("select denial_reasons from app.loan_application where id = $1", closing.applicationId))[0],
    ).toEqual({
      denial_reasons: ["CASH_FLOW_INSUFFICIENT"],
    });
  });

  it("whoever has declined the agreement can be removed at once", async () => {
    const { closing, ownerId } = await waiting(0);
    await signLast(closing, ownerId, declineAt);
    expect((await readStep(closing, "COLLECT_LEGAL_AGREEMENTS"))["signersToDecide"]).toMatchObject([
      { ownerId, why: "DECLINED" },
    ]);
    expect(answer(await decide(closing, ownerId, wait))).toEqual([409, "CO_SIGNER_NOT_OVERDUE"]);
    expect((await decide(closing, ownerId, remove)).status).toBe(200);
    expect(await agreements(closing)).toEqual(["DECLINED"]);
    await decideAsStaff(closing, ownerId, "CONFIRM");
    await completeCurrent(world, closing);
    await handleEvents(world.server, closing.id);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
  });

  it("an agreement that was prepared before the change is not presented after it", async () => {
    const { closing, ownerId } = await waiting(0);
    await signLast(closing, ownerId, declineAt);
    // The owner decides between the preparation of the agreement, which stores its file, and its presentation.
    const { files } = world.server.app;
    const put = files.put;
    let decided: Promise<unknown> | null = null;
    files.put = async (...file) => {
      decided ??= decide(closing, ownerId, correctEmail());
      await decided;
      await put.apply(files, file);
    };
    const opened = await openAgreement(closing).finally(() => {
      files.put = put;
    });
    expect(await decided).toMatchObject({ status: 200 });
    expect(answer(opened)).toEqual([409, "BUSY"]);
    expect(await agreements(closing)).toEqual(["DECLINED"]);
  });
});

describe("co-owner who signs while the owner removes them", () => {
  it("wins if the vendor has the signature: nothing is changed, and the offer is accepted", async () => {
    const { closing, ownerId } = await waiting();
    const coOwner = await enterAsCoOwner(world, closing, ownerId);
    await signAt(await atSignature(coOwner));
    expect(answer(await decide(closing, ownerId, remove))).toEqual([409, "CO_SIGNER_HAS_SIGNED"]);
    expect(await changes(closing)).toEqual([]);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
    expect(await agreements(closing)).toEqual(["COMPLETED"]);
  });

  it("signature and removal at the same moment: exactly one wins, and a complete agreement stays valid", async () => {
    const { closing, ownerId } = await waiting();
    const coOwner = await enterAsCoOwner(world, closing, ownerId);
    const url = await atSignature(coOwner);
    // The vendor takes the signature after the removal has asked it and before the removal voids the agreement.
    const { eSign } = world.server.app;
    const voidAtVendor = eSign.void;
    eSign.void = async (documentId, why) => {
      await signAt(url);
      await voidAtVendor(documentId, why);
    };
    const decided = await decide(closing, ownerId, remove).finally(() => {
      eSign.void = voidAtVendor;
    });
    expect(answer(decided)).toEqual([409, "CO_SIGNER_HAS_SIGNED"]);
    expect(await agreements(closing)).toEqual(["COMPLETED"]);
    expect(await changes(closing)).toEqual([]);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
    expect(await coOwnerStep(coOwner)).toBe("OFFER_ACCEPTED");
  });

  it("after the removal has voided the agreement, the link does not take a signature any more", async () => {
    const { closing, ownerId } = await waiting();
    const coOwner = await enterAsCoOwner(world, closing, ownerId);
    const url = await atSignature(coOwner);
    expect((await decide(closing, ownerId, remove)).status).toBe(200);
    await signAt(url).catch(() => undefined);
    await passDays(world, closing, 1);
    expect(await agreements(closing)).toEqual(["VOIDED"]);
    expect(await changes(closing)).toMatchObject([{ status: "PENDING" }]);
  });
});
