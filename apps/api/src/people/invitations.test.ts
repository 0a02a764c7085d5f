import { uuidOf } from "@inlay/contracts/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consent.fixture.ts";
import { askAboutCoOwners } from "../onboarding/public.ts";
import {
  businessExchange,
  coOwnersExchange,
  deliverInvitations,
  enter,
  exchange,
  type Guest,
  invitedCoOwners,
  nameCoOwner,
  tokenIn,
} from "./invitations.fixture.ts";
import { inviteUser } from "./invitations.ts";
import { inviteChangedCoOwners, noteBouncedInvitation } from "./public.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const invitationsOf = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/workflow/secondary-owners/invitations" })).body["invitations"] as {
    ownerId: string;
    status: string;
  }[];
const resend = (applicant: Applicant, ownerId: string | undefined) =>
  applicant.as({ method: "POST", url: `/api/v1/workflow/secondary-owners/${ownerId}/invitation`, payload: {} });
const refused = { status: 401, code: "INVITATION_INVALID" };
const bare = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({ status, code: body["code"] });
const admin = (text: string, values: unknown[] = []) => server.database.admin.query(text, values);

describe("somebody who was named and is no owner", () => {
  const decline = (token: string) => exchange(server, token, "/api/invitation-tokens/v1/secondary-owners/decline");
  const happened = async (applicant: Applicant, kind: string) => {
    const { rows } = await admin("select body from app.event where business_id = $1 and kind = $2", [
      applicant.id,
      kind,
    ]);
    return rows.map(({ body }) => body as Record<string, unknown>);
  };
  /** What the worker does about it. */
  const follow = async (applicant: Applicant) => {
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    for (const body of await happened(applicant, "co_owner.declined"))
      await inScope(server.app.pool, tenant, await askAboutCoOwners(server.app, { ...tenant, body }));
  };

  it("says so without becoming known to us, and the primary owner sees it and is asked to look at the list", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    const people = () => admin("select from app.business_user where business_id = $1", [applicant.id]);
    const before = (await people()).rows.length;
    expect(await decline(tokens[0] ?? "")).toMatchObject({ status: 200, body: { declined: true } });
    expect((await people()).rows).toHaveLength(before);
    expect(await invitationsOf(applicant)).toMatchObject([{ ownerId: ownerIds[0], status: "DECLINED" }]);
    await follow(applicant);
    const { body } = await applicant.as({ method: "GET", url: "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT" });
    expect(body["existingData"]).toMatchObject({
      subSteps: [{ subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS" }],
      screen: { doubtful: [{ name: "LuisA Ortega", why: "DECLINED" }] },
    });
  });

  it("is shown to the primary owner with everybody else who says so or is not reached, however late", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 3);
    await decline(tokens[0] ?? "");
    await follow(applicant);
    await decline(tokens[2] ?? "");
    await admin(
      `update app.invitation i set bounced_at = now() from app.business_owner o
        where o.id = i.owner_id and o.business_id = $1 and i.declined_at is null`,
      [applicant.id],
    );
    await follow(applicant);
    const { body } = await applicant.as({ method: "GET", url: "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT" });
    expect(body["existingData"]).toMatchObject({
      screen: { doubtful: [{ why: "DECLINED" }, { why: "UNREACHED" }, { why: "DECLINED" }] },
    });
  });

  it("says so twice with the same answer and one effect, and can no longer come by the same letter", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    const answers = await Promise.all([1, 2, 3].map(() => decline(tokens[0] ?? "")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(bare(await exchange(server, tokens[0] ?? ""))).toEqual(refused);
    expect(await happened(applicant, "co_owner.declined")).toHaveLength(1);
  });

  it("either comes or declines, however often both are pressed at once", async () => {
    for (let round = 0; round < 5; round++) {
      const { tokens } = await invitedCoOwners(server, 1);
      const token = tokens[0] ?? "";
      const answers = await Promise.all([
        decline(token),
        exchange(server, token),
        decline(token),
        exchange(server, token),
      ]);
      const [first, second, third, fourth] = answers.map(({ status }) => status);
      const ways = [[first, third].join(), [second, fourth].toSorted().join()];
      expect([
        ["200,200", "401,401"],
        ["401,401", "200,401"],
      ]).toContainEqual(ways);
    }
  });

  it.each(["a stranger's", "a user's", "an expired"])("is not heard by %s token", async (which) => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    if (which === "an expired")
      await admin("update app.invitation set expires_at = now() where business_id = $1", [applicant.id]);
    const token = { "a stranger's": "invite_owner_nothing", "a user's": "invite_nothing" }[which] ?? tokens[0] ?? "";
    expect(bare(await decline(token))).toEqual(refused);
    expect(await happened(applicant, "co_owner.declined")).toEqual([]);
  });

  describe("and has come already", () => {
    const declineLater = (guest: Guest) => guest.as({ method: "POST", url: "/api/secondary-owners/v2/decline" });
    const goOn = (guest: Guest) =>
      guest.as({
        method: "PUT",
        url: "/api/secondary-owners/v2/complete-step",
        payload: { completedStep: "START_FLOW", data: {} },
      });
    const roles = async (applicant: Applicant) => {
      const text = "select role from app.user_role where business_id = $1 order by role";
      return (await admin(text, [applicant.id])).rows.map(({ role }) => role);
    };

    it("is nobody's co-owner afterwards and does not get in again, and the primary owner is asked", async () => {
      const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
      const guest = await enter(server, tokens[0] ?? "");
      expect(await roles(applicant)).toEqual(["PRIMARY_OWNER", "SECONDARY_OWNER"]);
      expect(await declineLater(guest)).toMatchObject({ status: 200, body: { declined: true } });
      expect(await roles(applicant)).toEqual(["PRIMARY_OWNER"]);
      expect((await goOn(guest)).status).toBe(404);
      expect(bare(await exchange(server, tokens[0] ?? ""))).toEqual(refused);
      expect(await invitationsOf(applicant)).toMatchObject([{ ownerId: ownerIds[0], status: "DECLINED" }]);
      await follow(applicant);
      const { body } = await applicant.as({ method: "GET", url: "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT" });
      expect(body["existingData"]).toMatchObject({ screen: { doubtful: [{ why: "DECLINED" }] } });
    });

    it("comes back as the same person when the primary owner insists, and may decline again", async () => {
      const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
      await declineLater(await enter(server, tokens[0] ?? ""));
      expect((await resend(applicant, ownerIds[0])).status).toBe(200);
      const [message] = await deliverInvitations(server, applicant);
      const again = await enter(server, tokenIn(message));
      expect((await declineLater(again)).status).toBe(200);
      expect(await happened(applicant, "co_owner.declined")).toHaveLength(2);
      const known = await admin("select from app.business_user where business_id = $1", [applicant.id]);
      expect(known.rows, "the primary owner and the guest").toHaveLength(2);
    });

    it("either goes on or declines, however often both are pressed at once", async () => {
      for (let round = 0; round < 5; round++) {
        const { applicant, tokens } = await invitedCoOwners(server, 1);
        const guest = await enter(server, tokens[0] ?? "");
        const answers = await Promise.all([declineLater(guest), goOn(guest), declineLater(guest), goOn(guest)]);
        const [first, second, third, fourth] = answers.map(({ status }) => status);
        const hasDeclined = (await roles(applicant)).length === 1;
        expect(await happened(applicant, "co_owner.declined")).toHaveLength(hasDeclined ? 1 : 0);
        expect([first, third].filter((status) => status === 200)).toHaveLength(hasDeclined ? 1 : 0);
        expect([second, fourth].filter((status) => status === 200)).toHaveLength(hasDeclined ? 0 : 2);
      }
    });

    it("can no longer say so once they have gone on", async () => {
      const { tokens } = await invitedCoOwners(server, 1);
      const guest = await enter(server, tokens[0] ?? "");
      await goOn(guest);
      expect(bare(await declineLater(guest))).toEqual({ status: 409, code: "STEP_NOT_CURRENT_EXCEPTION" });
    });
  });

  it("is left alone when the list changes, and written to again when the primary owner insists", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    await decline(tokens[0] ?? "");
    await nameCoOwner(applicant, { firstName: "Ana", email: "ana@declined.test" });
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    await inScope(server.app.pool, tenant, await inviteChangedCoOwners(server.app, { ...tenant, body: {} }));
    expect((await deliverInvitations(server, applicant)).map(({ to }) => to)).toEqual(["ana@declined.test"]);
    await follow(applicant);
    const done = {
      completedStep: "REQUEST_ADDITIONAL_USER_INPUT",
      subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
    };
    const answered = await applicant.as({ method: "PUT", url: "/api/v1/completeStep", payload: { ...done, data: {} } });
    expect(answered.status).toBe(200);
    const emails = await deliverInvitations(server, applicant);
    expect(emails).toHaveLength(1);
    await enter(server, tokenIn(emails[0]));
  });
});

describe("co-owners", () => {
  it("are invited when the primary owner consents, one letter each, and not before", async () => {
    const applicant = await applicantAtConsent(server);
    await nameCoOwner(applicant, { email: "luis@invited.test" });
    await nameCoOwner(applicant, { email: "ana@invited.test" });
    expect(await deliverInvitations(server, applicant)).toEqual([]);
    await Promise.all([agree(applicant), agree(applicant), agree(applicant)]);
    const emails = await deliverInvitations(server, applicant);
    expect(emails.map(({ to }) => to).sort()).toEqual(["ana@invited.test", "luis@invited.test"]);
    expect((await invitationsOf(applicant)).map(({ status }) => status)).toEqual(["SENT", "SENT"]);
  });

  it("are told who named them, for which business and for how long, and nothing else about it", async () => {
    const { emails } = await invitedCoOwners(server, 1);
    expect(emails[0]?.subject).toMatch(/^Rosa Marín named you as an owner of Harbor/);
    expect(emails[0]?.text).toContain("It works once, for 14 days.");
  });

  it("hold a token that is nowhere but in the letter: we keep its hash, and it is 256 bits", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    const token = tokens[0] ?? "";
    expect(Buffer.from(token.replace("invite_owner_", ""), "base64url")).toHaveLength(32);
    const { rows } = await admin(
      "select i::text as all, m.encrypted_params from app.invitation i join app.email m on m.key = 'invitation/' || i.id where i.business_id = $1",
      [applicant.id],
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0].encrypted_params).toBeNull();
    expect(server.logged.join("\n")).not.toContain(token);
  });

  it("who are named, or named anew, after consent are invited at once; what went to the old address is dead", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    const follow = async () => {
      const event = { platformId: applicant.platform.id, businessId: applicant.id, body: {} };
      const write = await inviteChangedCoOwners(server.app, event);
      await inScope(server.app.pool, { platformId: applicant.platform.id, businessId: "whole platform" }, write);
      return deliverInvitations(server, applicant);
    };
    const url = `/api/v1/workflow/secondary-owners/${ownerIds[0]}`;
    await applicant.as({ method: "PATCH", url, payload: { email: "luis@new.test" } });
    expect(bare(await exchange(server, tokens[0] ?? ""))).toEqual(refused);
    await nameCoOwner(applicant, { email: "third@new.test" });
    expect((await follow()).map(({ to }) => to)).toEqual(["luis@new.test", "third@new.test"]);
    expect(await follow()).toEqual([]);
  });
});

describe("an invitation", () => {
  it("opens a session in a cookie that no script reads, and makes the person a co-owner", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    const answer = await exchange(server, tokens[0] ?? "");
    expect(answer.body).toEqual({ signedIn: true, expiresAt: expect.any(String), userIndex: 0 });
    const cookie = String(answer.headers["set-cookie"]);
    for (const part of ["__Host-inlay-session=", "Path=/", "HttpOnly", "Secure", "SameSite=Strict"])
      expect(cookie).toContain(part);
    const { rows } = await admin(
      `select o.id, array_agg(r.role) as roles from app.business_owner o join app.user_role r on r.user_id = o.user_id
        where o.business_id = $1 and not o.is_primary group by 1`,
      [applicant.id],
    );
    expect(rows).toEqual([{ id: ownerIds[0], roles: ["SECONDARY_OWNER"] }]);
    expect((await invitationsOf(applicant))[0]?.status).toBe("ACCEPTED");
  });

  it("lets one of 30 in who try it at once", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    const answers = await Promise.all(Array.from({ length: 30 }, () => exchange(server, tokens[0] ?? "")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await admin("select from app.user_role where business_id = $1 and role = 'SECONDARY_OWNER'", [
      applicant.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("is answered alike whether it is unknown, used, over, replaced, or of another kind: a sentence and what to do", async () => {
    const { tokens, applicant, ownerIds } = await invitedCoOwners(server, 4);
    const [used = "", over = "", replaced = "", other = ""] = tokens;
    await exchange(server, used);
    await admin(
      "update app.invitation set expires_at = now() - interval '1 second' where token_hash = sha256($1::bytea)",
      [over],
    );
    await resend(applicant, ownerIds[2]);
    const answers = [
      await exchange(server, "invite_owner_nobodys"),
      await exchange(server, ""),
      await exchange(server, used),
      await exchange(server, over),
      await exchange(server, replaced),
      await exchange(server, other, businessExchange),
    ].map(({ status, body: { requestId: _, ...body } }) => ({ status, body }));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({
      status: 401,
      body: { code: "INVITATION_INVALID", message: expect.stringContaining("sign in with your email") },
    });
    // Trying the wrong door has spent nothing.
    expect((await exchange(server, other)).status).toBe(200);
  });

  it("is not for somebody who is signed in under another address", async () => {
    const { tokens } = await invitedCoOwners(server, 2);
    const first = await exchange(server, tokens[0] ?? "");
    const cookie = String(first.headers["set-cookie"]).split(";")[0];
    expect(bare(await exchange(server, tokens[1] ?? "", coOwnersExchange, { cookie }))).toEqual(refused);
    expect((await exchange(server, tokens[1] ?? "")).status).toBe(200);
  });

  it("makes nobody two owners of one business", async () => {
    const applicant = await applicantAtConsent(server);
    const { rows } = await admin("select email from app.business_user where business_id = $1", [applicant.id]);
    await nameCoOwner(applicant, { email: rows[0].email });
    await agree(applicant);
    const [message] = await deliverInvitations(server, applicant);
    expect(bare(await exchange(server, tokenIn(message)))).toEqual(refused);
  });

  it("joins the account that a person has in the business already", async () => {
    const applicant = await applicantAtConsent(server);
    const made = await server.partner(applicant.platform, {
      method: "POST",
      url: "/api/platform/v1/users",
      payload: {
        platformUserId: `op-${applicant.id}`,
        businessId: applicant.businessId,

        email: "operator@invited.test",
        roles: ["OPERATOR"],
      },
    });
    await nameCoOwner(applicant, { email: "operator@invited.test" });
    await agree(applicant);
    const [message] = await deliverInvitations(server, applicant);
    const guest = await enter(server, tokenIn(message));
    const business = await guest.as({ method: "GET", url: "/api/v1/business" });
    expect(business.body["roles"]).toEqual(["OPERATOR", "SECONDARY_OWNER"]);
    const { rows } = await admin("select user_id from app.business_owner where business_id = $1 and not is_primary", [
      applicant.id,
    ]);
    expect(rows[0].user_id).toBe(uuidOf("user", String(made.body["id"])));
  });
});

describe("inviting again", () => {
  it("makes a new token, and the old one is dead", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    expect((await resend(applicant, ownerIds[0])).body).toMatchObject({ ownerId: ownerIds[0], status: "SENT" });
    const [message] = await deliverInvitations(server, applicant);
    expect(bare(await exchange(server, tokens[0] ?? ""))).toEqual(refused);
    expect((await exchange(server, tokenIn(message))).status).toBe(200);
  });

  it("is refused before consent, once the person has come, and after the fifth of a day", async () => {
    const early = await applicantAtConsent(server);
    expect((await resend(early, await nameCoOwner(early))).body["code"]).toBe("STEP_NOT_CURRENT_EXCEPTION");
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 2);
    await exchange(server, tokens[0] ?? "");
    expect((await resend(applicant, ownerIds[0])).body["code"]).toBe("CO_OWNER_HAS_BEGUN");
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await resend(applicant, ownerIds[1])).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });
});

describe("a letter that no server takes", () => {
  it("ends its invitation, tells our people and asks the primary owner; inviting again is possible", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    const { rows } = await admin("select key from app.email where business_id = $1 and key like 'invitation/%'", [
      applicant.id,
    ]);
    const scope = { platformId: applicant.platform.id, businessId: "whole platform" } as const;
    const event = { platformId: applicant.platform.id, businessId: applicant.id, body: { key: rows[0].key } };
    for (let n = 0; n < 2; n++) await inScope(server.app.pool, scope, await noteBouncedInvitation(server.app, event));
    expect(bare(await exchange(server, tokens[0] ?? ""))).toEqual(refused);
    expect(await invitationsOf(applicant)).toMatchObject([{ ownerId: ownerIds[0], status: "BOUNCED" }]);
    const { rows: events } = await admin(
      "select body from app.event where business_id = $1 and kind = 'invitation.bounced'",
      [applicant.id],
    );
    expect(events).toEqual([
      { body: expect.objectContaining({ subjectId: ownerIds[0], invitation: "SECONDARY_OWNER" }) },
    ]);
    expect((await resend(applicant, ownerIds[0])).body).toMatchObject({ status: "SENT" });
  });
});

describe("a user of the business", () => {
  it.each(["CONNECT_DIRECT", "OFFER"] as const)(
    "comes in by a %s invitation, at the businesses' door only",
    async (kind) => {
      const applicant = await applicantAtConsent(server);
      const userId = uuidOf("user", applicant.userId) ?? "";
      const scope = { platformId: applicant.platform.id, businessId: applicant.id };
      const by = { ...scope, locale: "es", actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
      await inScope(server.app.pool, scope, (tx) => inviteUser(tx, by, { kind, userId }));
      const [message] = await deliverInvitations(server, applicant);
      expect(message?.text).toContain("Sirve una sola vez, durante 14 días.");
      expect(bare(await exchange(server, tokenIn(message)))).toEqual(refused);
      const tries = await Promise.all(
        Array.from({ length: 10 }, () => exchange(server, tokenIn(message), businessExchange)),
      );
      expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    },
  );
});

describe("a co-owner who came and is then taken off the list", () => {
  it("has no role any more and cannot come in", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    const guest = await enter(server, tokens[0] ?? "");
    const url = `/api/v1/workflow/secondary-owners/${ownerIds[0]}`;
    expect((await applicant.as({ method: "DELETE", url })).status).toBe(200);
    expect((await guest.as({ method: "GET", url: "/api/secondary-owners/v2/workflow" })).status).toBe(404);
    const { rows } = await admin("select from app.user_role where business_id = $1 and role = 'SECONDARY_OWNER'", [
      applicant.id,
    ]);
    expect(rows).toEqual([]);
  });
});
