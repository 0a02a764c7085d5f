import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseInput } from "../additional-inputs/public.ts";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { inScope } from "../db/scope.ts";
import { sendTo, type TestServer, testServer } from "../http/server.fixture.ts";
import { remind } from "../notifications/reminders.ts";
import { askAboutUnanswered } from "../onboarding/co-owner/doubtful-co-owner.ts";
import { type Applicant, agree } from "../onboarding/consents/consent.fixture.ts";
import {
  businessExchange,
  deliverInvitations,
  enter,
  exchange,
  invitedCoOwners,
  tokenIn,
} from "./invitations.fixture.ts";
import { inviteCoOwners } from "./invitations.ts";
import { remindCoOwner, remindOfInput } from "./remind-co-owner.ts";

let server: TestServer;
let time: BusinessTime;
beforeAll(async () => {
  server = await testServer();
  time = businessTime(server, [remind]);
});
afterAll(() => server.close());

const admin = (text: string, values: unknown[] = []) => server.database.admin.query(text, values);
const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });
const aDayMs = 86_400_000;
const system = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;

type Invited = Awaited<ReturnType<typeof invitedCoOwners>>;

/** Handles the events of reminders as the worker does, and returns the emails to co-owners that followed. */
async function follow({ applicant }: Invited) {
  const { rows } = await admin(
    `update app.event set handled_at = now() where business_id = $1 and handled_at is null
       and kind in ('reminder.requested', 'reminder.unanswered', 'additional_input.raised') returning id, kind, stream, body`,
    [applicant.id],
  );
  for (const row of rows) {
    const event = { ...tenantOf(applicant), ...row };
    const handler = { "reminder.requested": remindCoOwner, "reminder.unanswered": askAboutUnanswered }[
      row.kind as string
    ];
    await inScope(server.app.pool, tenantOf(applicant), await (handler ?? remindOfInput)(server.app, event));
  }
  return deliverInvitations(server, applicant);
}

/** Moves the clock of the business day by day, and returns the days on which a co-owner got an email. */
async function daysWithEmails(invited: Invited, from: number, to: number): Promise<number[]> {
  const { applicant } = invited;
  const { rows } = await admin(
    "select min(asked_at) as asked from app.reminder where business_id = $1 and kind = 'CO_OWNER'",
    [applicant.id],
  );
  const days: number[] = [];
  for (let day = from; day <= to; day++) {
    await time.passTo(applicant, new Date(rows[0].asked.getTime() + day * aDayMs + 1_000));
    const emails = await follow(invited);
    days.push(...emails.map(() => day));
  }
  return days;
}

/** Handles a reminder of the first co-owner as if it had come due. */
async function remindNow({ applicant, ownerIds }: Invited): Promise<void> {
  const subjectId = ownerIds[0] ?? "";
  const body = { reminderId: subjectId, reminder: "CO_OWNER", subjectId } as const;
  const event = {
    ...tenantOf(applicant),
    id: subjectId,
    stream: applicant.id,
    kind: "reminder.requested",
    body,
  } as const;
  await inScope(server.app.pool, tenantOf(applicant), await remindCoOwner(server.app, event));
}

const tasksOf = async ({ applicant }: Invited) =>
  (await admin("select kind from app.task where business_id = $1 and closed_at is null", [applicant.id])).rows;
const screenOf = async ({ applicant }: Invited) =>
  (await applicant.as({ method: "GET", url: "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT" })).body["existingData"];

describe("co-owner who does not answer", () => {
  it("is reminded on days 2, 5 and 10, and on day 14 the primary owner decides and staff see a task", async () => {
    const invited = await invitedCoOwners(server, 1);
    expect(await daysWithEmails(invited, 1, 20)).toEqual([2, 5, 10]);
    expect(await screenOf(invited)).toMatchObject({ screen: { doubtful: [{ why: "UNANSWERED" }] } });
    expect(await tasksOf(invited)).toEqual([{ kind: "CO_OWNER_UNANSWERED" }]);
  });

  it("is no task of staff any more when the application is withdrawn, until the owner applies again", async () => {
    const invited = await invitedCoOwners(server, 1);
    await daysWithEmails(invited, 1, 14);
    expect(await tasksOf(invited)).toEqual([{ kind: "CO_OWNER_UNANSWERED" }]);
    const payload = { reason: "NO_LONGER_NEEDED" };
    const url = "/api/v1/loan-applications/withdraw";
    expect((await invited.applicant.as({ method: "POST", url, payload })).status).toBe(200);
    expect(await tasksOf(invited)).toEqual([]);
    await invited.applicant.as({ method: "POST", url: "/api/v1/loan-applications/apply-again" });
    await agree(invited.applicant);
    expect(await tasksOf(invited)).toEqual([{ kind: "CO_OWNER_UNANSWERED" }]);
  });

  it("begins by the link of a reminder", async () => {
    const invited = await invitedCoOwners(server, 1);
    await remindNow(invited);
    const [email] = await deliverInvitations(server, invited.applicant);
    expect(email?.subject).toMatch(/is still open$/);
    expect((await exchange(server, tokenIn(email))).status).toBe(200);
  });

  it("who has begun is led back to where they stopped", async () => {
    const invited = await invitedCoOwners(server, 1);
    await enter(server, invited.tokens[0] ?? "");
    await remindNow(invited);
    const [email] = await deliverInvitations(server, invited.applicant);
    expect((await exchange(server, tokenIn(email), businessExchange)).status).toBe(200);
  });

  it.each([
    ["declined", "update app.invitation set declined_at = now() where business_id = $1"],
    ["was removed", "delete from app.business_owner where business_id = $1 and not is_primary"],
    ["has finished", "update app.business_owner set onboarded_at = now() where business_id = $1 and not is_primary"],
    [
      "is not needed, because the application is closed",
      "update app.loan_application set status = 'LOAN_APPLICATION_INCOMPLETE', offer_step = 'LOAN_APPLICATION_INCOMPLETE' where business_id = $1",
    ],
  ])("is not reminded any more when they %s", async (_, change) => {
    const invited = await invitedCoOwners(server, 1);
    await admin(change, [invited.applicant.id]);
    await remindNow(invited);
    expect(await deliverInvitations(server, invited.applicant)).toEqual([]);
    const { rows } = await admin("select ended_at from app.reminder where business_id = $1 and kind = 'CO_OWNER'", [
      invited.applicant.id,
    ]);
    expect(rows).toEqual([{ ended_at: expect.any(Date) }]);
  });

  it("and whom the primary owner leaves on the list is reminded again, and the task is closed", async () => {
    const invited = await invitedCoOwners(server, 1);
    await daysWithEmails(invited, 14, 14);
    const answer = await invited.applicant.as({
      method: "PUT",
      url: "/api/v1/completeStep",
      payload: {
        completedStep: "REQUEST_ADDITIONAL_USER_INPUT",
        subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
        data: rightAnswers.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS,
      },
    });
    expect(answer.status).toBe(200);
    expect(await tasksOf(invited)).toEqual([]);
    const { rows } = await admin(
      "select unanswered_at, next_action_at from app.reminder where business_id = $1 and kind = 'CO_OWNER'",
      [invited.applicant.id],
    );
    expect(rows).toEqual([{ unanswered_at: null, next_action_at: expect.any(Date) }]);
  });
});

describe("co-owner of less than 25 %", () => {
  it("is reminded, but on day 14 nobody is asked about them, because the application does not wait for them", async () => {
    const invited = await invitedCoOwners(server, 1);
    await admin("update app.business_owner set ownership_basis_points = 2499 where id = $1", [invited.ownerIds[0]]);
    expect(await daysWithEmails(invited, 1, 20)).toEqual([2, 5, 10]);
    expect(await tasksOf(invited)).toEqual([]);
    const { rows } = await admin(
      "select ended_at from app.reminder where business_id = $1 and kind = 'CO_OWNER' union all select raised_at from app.additional_input where business_id = $1",
      [invited.applicant.id],
    );
    expect(rows).toEqual([{ ended_at: expect.any(Date) }]);
  });
});

describe("co-owner who declined", () => {
  it("and is invited again by the primary owner is reminded again", async () => {
    const invited = await invitedCoOwners(server, 1);
    await sendTo(server.fastify, {
      method: "POST",
      url: "/api/invitation-tokens/v1/secondary-owners/decline",
      headers: { invitetoken: invited.tokens[0] ?? "" },
    });
    await inScope(server.app.pool, tenantOf(invited.applicant), (tx) =>
      inviteCoOwners(tx, { ...tenantOf(invited.applicant), locale: "en", ...system }, { again: true }),
    );
    await deliverInvitations(server, invited.applicant);
    expect(await daysWithEmails(invited, 1, 5)).toEqual([2, 5]);
  });
});

describe("co-owner who must be verified only after a correction", () => {
  it("is reminded from then on, although their first reminders have ended", async () => {
    const invited = await invitedCoOwners(server, 1);
    await admin("update app.business_owner set ownership_basis_points = 2499 where id = $1", [invited.ownerIds[0]]);
    await daysWithEmails(invited, 1, 14);
    await admin("update app.business_owner set ownership_basis_points = 2500 where id = $1", [invited.ownerIds[0]]);
    await inScope(server.app.pool, tenantOf(invited.applicant), (tx) =>
      inviteCoOwners(tx, { ...tenantOf(invited.applicant), locale: "en", ...system }),
    );
    const { rows } = await admin("select id from app.reminder where business_id = $1 and next_action_at is not null", [
      invited.applicant.id,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe("co-owner who is asked for more", () => {
  it("gets an email at once, and reminders from then on", async () => {
    const invited = await invitedCoOwners(server, 1);
    await enter(server, invited.tokens[0] ?? "");
    await inScope(server.app.pool, tenantOf(invited.applicant), (tx) =>
      raiseInput(tx, {
        ...tenantOf(invited.applicant),
        subStep: "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION",
        ownerId: invited.ownerIds[0] ?? "",
        by: { kind: "SYSTEM", id: null },
        requestId: null,
      }),
    );
    await follow(invited);
    expect(await daysWithEmails(invited, 0, 3)).toEqual([0, 2]);
  });
});
