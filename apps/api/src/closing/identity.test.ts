import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { testServer } from "../http/server.fixture.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import {
  type Closing,
  closingAt,
  initialize,
  passDays,
  putEvent,
  readStep,
  standingOf,
  submitPictures,
  type World,
} from "./closing.fixture.ts";
import { readInquiries } from "./follow-inquiry.ts";

let world: World;
let receiver: Receiver;
let isOnline = true;
const secret = "a secret of the test";
beforeAll(async () => {
  // The vendor's webhooks reach the real route, signature included.
  receiver = await openReceiver(async (request) => (isOnline ? world.server.postWebhook("identity", request) : 503));
  const webhooks = { PERSONA_WEBHOOK_URL: receiver.url, PERSONA_WEBHOOK_SECRET: secret };
  const sandbox = await testSandbox(webhooks);
  world = { sandbox, server: await testServer({ ...sandbox.environment, PERSONA_WEBHOOK_SECRET: secret }) };
});
afterAll(async () => {
  receiver.close();
  await world.server.close();
  await world.sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await world.server.database.admin.query(text, values)).rows;
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const stepOf = async (closing: Closing) => (await standingOf(world, closing)).step;
const inquiries = ({ id }: Closing) =>
  rows(
    "select id, attempt, status, vendor_inquiry_id as vendor, next_action_at from app.identity_inquiry where business_id = $1 order by attempt",
    id,
  );
const shown = async (closing: Closing) =>
  (await readStep(closing, "COLLECT_PERSONA"))["identity"] as Record<string, unknown>;
const openTasks = async ({ id }: Closing) =>
  (await rows("select id, kind from app.task where business_id = $1 and closed_at is null", id)).map(
    ({ kind }) => kind,
  );
const told = async (closing: Closing) => {
  await handleEvents(world.server, closing.id);
  const emails = "select template from app.email where business_id = $1 and template = 'identity-decided'";
  return (await rows(emails, closing.id)).length;
};
const name = ({ id }: Closing, lastName: string) =>
  rows("update app.business_owner set last_name = $2 where business_id = $1 and is_primary", id, lastName);

/** An owner at the step whose last name selects what the vendor decides. */
async function named(lastName: string): Promise<Closing> {
  const closing = await closingAt(world, "COLLECT_PERSONA");
  await name(closing, lastName);
  return closing;
}
async function submit(closing: Closing): Promise<Record<string, unknown>> {
  await submitPictures(world, (await initialize(closing)).body);
  return (await putEvent(closing, "PERSONA_COLLECTED")).body;
}
const vendorTime = (closing: Closing, hours: number) =>
  world.sandbox.put("/clock", { world: closing.id, now: new Date(Date.now() + hours * 3_600_000).toISOString() });

describe("identity verification", () => {
  it("is one inquiry, however often it is opened, until the person submits it", async () => {
    const closing = await named("Núñez");
    expect(await shown(closing)).toEqual({
      businessId: closing.id,
      inquiryId: null,
      isResumable: true,
      status: null,
    });
    expect(answer(await putEvent(closing, "PERSONA_COLLECTED"))).toEqual([409, "IDENTITY_NOT_STARTED"]);
    const opened = await Promise.all(Array.from({ length: 4 }, () => initialize(closing)));
    expect(new Set(opened.map(({ body }) => body["inquiryId"])).size).toBe(1);
    expect((await initialize(closing)).body["inquiryId"]).toBe(opened[0]?.body["inquiryId"]);
    expect(await inquiries(closing)).toMatchObject([{ attempt: 1, vendor: opened[0]?.body["inquiryId"] }]);
    expect((await putEvent(closing, "PERSONA_COLLECTED")).body).toEqual({ currentStep: "COLLECT_PERSONA" });
    expect(await submit(closing)).toEqual({ currentStep: "SELECT_PRIMARY_BANK_ACCOUNT" });
    expect(await inquiries(closing)).toMatchObject([{ status: "APPROVED", next_action_at: null }]);
    expect(await told(closing)).toBe(0);
    expect(answer(await initialize(closing))).toEqual([409, "STEP_NOT_CURRENT_EXCEPTION"]);
  });

  it("that is decided later leaves the step, and the vendor's webhook moves the application on by itself", async () => {
    const closing = await named("Slow");
    expect(await submit(closing)).toEqual({ currentStep: "COLLECT_PERSONA" });
    expect(await shown(closing)).toMatchObject({ isResumable: false, status: "COMPLETED" });
    expect(answer(await initialize(closing))).toEqual([409, "IDENTITY_SUBMITTED"]);
    await vendorTime(closing, 2);
    await until(
      "the webhook has moved the application on",
      async () => (await stepOf(closing)) === "SELECT_PRIMARY_BANK_ACCOUNT",
    );
    const events = await rows(
      "select body from app.event where business_id = $1 and kind = 'closing.step_completed' and body ->> 'step' = 'COLLECT_PERSONA'",
      closing.id,
    );
    expect(events).toHaveLength(1);
    expect(await told(closing)).toBe(1);
  });

  it("whose webhooks are lost is asked about after an hour, then daily, and a review is a task of staff", async () => {
    const closing = await named("Review");
    isOnline = false;
    try {
      await submit(closing);
      expect(await shown(closing)).toMatchObject({ isResumable: false, status: "NEEDS_REVIEW" });
      expect(await openTasks(closing)).toEqual(["IDENTITY_UNVERIFIED"]);
      await vendorTime(closing, 49);
      await passDays(world, closing, 1 / 23);
      const [reading] = await rows(
        "select id from app.workflow_run where business_id = $1 and kind = 'read-identity'",
        closing.id,
      );
      await readInquiries(world.server.app, { ...closing.tenant, id: reading.id });
    } finally {
      isOnline = true;
    }
    expect(await stepOf(closing)).toBe("SELECT_PRIMARY_BANK_ACCOUNT");
    expect(await openTasks(closing)).toEqual([]);
  });

  it("that failed denies nothing, is a task of staff, and is repeated only when they allow it", async () => {
    const closing = await named("Imposter");
    expect(await submit(closing)).toEqual({ currentStep: "COLLECT_PERSONA" });
    expect(await shown(closing)).toMatchObject({ isResumable: false, status: "FAILED" });
    expect(await standingOf(world, closing)).toEqual({ step: "COLLECT_PERSONA", status: "WAITING_FOR_ACCEPTANCE" });
    expect(answer(await initialize(closing))).toEqual([409, "IDENTITY_FAILED"]);
    const [task] = await rows(
      "select id from app.task where business_id = $1 and kind = 'IDENTITY_UNVERIFIED' and closed_at is null",
      closing.id,
    );
    const member = await signedInMember(world.server, ["OPERATIONS"]);
    const allow = () =>
      member.as("POST", `/tasks/${task.id}/identity-inquiry/allow-retry`, { reason: "The pictures were too dark" });
    expect((await allow()).status).toBe(200);
    expect((await allow()).status).toBe(409);
    expect(await told(closing)).toBe(1);
    expect(await shown(closing)).toMatchObject({ isResumable: true, status: "FAILED" });
    await name(closing, "Marín");
    expect(await submit(closing)).toEqual({ currentStep: "SELECT_PRIMARY_BANK_ACCOUNT" });
    expect(await inquiries(closing)).toMatchObject([
      { attempt: 1, status: "FAILED" },
      { attempt: 2, status: "APPROVED" },
    ]);
  });

  it("that has expired is opened again", async () => {
    const closing = await named("Expired");
    await initialize(closing);
    await putEvent(closing, "PERSONA_COLLECTED");
    expect(await shown(closing)).toMatchObject({ isResumable: true, status: "EXPIRED" });
    expect(await submit(closing)).toEqual({ currentStep: "SELECT_PRIMARY_BANK_ACCOUNT" });
    expect(await inquiries(closing)).toHaveLength(1);
  });

  it("is answered as unavailable while the vendor is down, and goes on afterwards", async () => {
    const closing = await named("Núñez");
    await world.sandbox.put("/faults/persona", { faults: [{ kind: "500" }] });
    try {
      expect((await initialize(closing)).status).toBe(503);
    } finally {
      await world.sandbox.put("/faults/persona", { faults: [] });
    }
    expect(await submit(closing)).toEqual({ currentStep: "SELECT_PRIMARY_BANK_ACCOUNT" });
  });
});

describe("identity webhook", () => {
  it("is refused without the vendor's signature", async () => {
    const body = JSON.stringify({ data: { id: "evt", attributes: { name: "inquiry.approved", payload: {} } } });
    const headers = { "content-type": "application/json", "persona-signature": `t=${Date.now()},v1=00` };
    expect(await world.server.postWebhook("identity", { body, headers })).toBe(401);
  });
});

describe("table of identity inquiries", () => {
  it("has one undecided inquiry of an owner, and another attempt only after a decision", async () => {
    const closing = await named("Núñez");
    await initialize(closing);
    await expect(
      rows(
        `insert into app.identity_inquiry (platform_id, business_id, owner_id, attempt, vendor_inquiry_id, status)
         select platform_id, business_id, owner_id, 2, 'another', 'CREATED' from app.identity_inquiry where business_id = $1`,
        closing.id,
      ),
    ).rejects.toThrow("one_undecided_inquiry");
    await expect(
      rows("update app.identity_inquiry set status = 'APPROVED' where business_id = $1", closing.id),
    ).rejects.toThrow("approved_with_time");
  });
});
