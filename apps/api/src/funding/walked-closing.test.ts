import type { ClosingLine } from "@inlay/contracts/staff/calls/closing.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptedApplication, type Closing, type World } from "../closing/closing.fixture.ts";
import { testServer } from "../http/server.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { sendNotices } from "../underwriting/notices/send-notices.ts";
import { approve, closers, reason } from "./signed.fixture.ts";

let world: World;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  const sandbox = await testSandbox();
  world = { sandbox, server: await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" }) };
  staff = await closers(world.server);
});
afterAll(async () => {
  await world.server.close();
  await world.sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await world.server.database.admin.query(text, values)).rows;
const pathOf = ({ id, applicationId }: Closing) => `/businesses/${id}/applications/${applicationId}/closing`;

describe("closing of an owner who has walked through every step", () => {
  it("passes every check by the data and the vendors alone, and is funded", async () => {
    const closing = await acceptedApplication(world);
    const [maker, checker] = staff;
    const { status, body } = await maker.as("POST", `${pathOf(closing)}/checks`);
    expect(status).toBe(200);
    const lines = body["checks"] as ClosingLine[];
    expect(lines.filter(({ result, source }) => result !== "PASSED" || source !== "COMPUTED")).toEqual([]);
    const asked = await maker.as("POST", `${pathOf(closing)}/fund`, { reason });
    expect((await approve(checker, asked.body["requestId"])).status).toBe(200);
    expect(
      await rows("select product_state, loan_status from app.issued_product where business_id = $1", closing.id),
    ).toEqual([{ product_state: "PENDING", loan_status: "CURRENT" }]);
  });

  it("goes on after the owner has given the information that two people requested", async () => {
    const closing = await acceptedApplication(world);
    const [maker, checker] = staff;
    const wish = { outcome: "REQUEST_INPUT", subStep: "UPDATE_PRIMARY_BANK_ACCOUNT", reason };
    const asked = await maker.as("POST", `${pathOf(closing)}/fail`, wish);
    expect((await approve(checker, asked.body["requestId"])).status).toBe(200);
    const stepsOf = async () => [
      (await closing.as({ url: "/api/v1/workflow" })).body["currentStep"],
      (await closing.as({ url: "/api/v1/workflow/offers" })).body["currentStep"],
    ];
    expect(await stepsOf()).toEqual(["REQUEST_ADDITIONAL_USER_INPUT", "OFFER_ACCEPTED"]);
    const [{ id: primaryBankAccountId }] = await rows(
      "select bank_account_id as id from app.closing where application_id = $1",
      closing.applicationId,
    );
    const payload = {
      completedStep: "REQUEST_ADDITIONAL_USER_INPUT",
      subStep: "UPDATE_PRIMARY_BANK_ACCOUNT",
      data: { primaryBankAccountId, achAuthorized: true },
    };
    expect((await closing.as({ method: "PUT", url: "/api/v1/completeStep", payload })).status).toBe(200);
    expect(await stepsOf()).toEqual(["WAITING_FOR_OFFERS", "OFFER_ACCEPTED"]);
    const { body } = await maker.as("POST", `${pathOf(closing)}/checks`);
    expect((body["checks"] as ClosingLine[]).filter(({ result }) => result !== "PASSED")).toEqual([]);
  });

  it("is declined with a notice that names the reason", async () => {
    const closing = await acceptedApplication(world);
    const [maker, checker] = staff;
    const wish = { outcome: "DECLINE", reasons: ["CASH_FLOW_INSUFFICIENT"], reason };
    const asked = await maker.as("POST", `${pathOf(closing)}/fail`, wish);
    expect((await approve(checker, asked.body["requestId"])).status).toBe(200);
    const [clock] = await rows(
      "select id from app.notice_clock where application_id = $1 and kind = 'DENIAL'",
      closing.applicationId,
    );
    await sendNotices(world.server.app, { ...closing.tenant, id: clock.id });
    expect(await rows("select reasons from app.adverse_action_notice where clock_id = $1", clock.id)).toEqual([
      { reasons: ["CASH_FLOW_INSUFFICIENT"] },
    ]);
  });
});
