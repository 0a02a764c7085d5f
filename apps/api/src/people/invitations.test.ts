import { uuidOf } from "@inlay/contracts/ids.ts";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { sendTo, type TestServer, testServer } from "../http/server.fixture.ts";
import { askAboutCoOwners } from "../onboarding/co-owner/doubtful-co-owner.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
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

describe("declining a co-owner invitation", () => {
  const decline = (token: string) => exchange(server, token, "/api/invitation-tokens/v1/secondary-owners/decline");
  const happened = async (applicant: Applicant, kind: string) => {
    const { rows } = await admin("select body from app.event where business_id = $1 and kind = $2", [
      applicant.id,
      kind,
    ]);
    return rows.map(({ body }) => body as Record<string, unknown>);
  };
  /** Handles the events as the worker does. */
  const follow = async (applicant: Applicant) => {
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    for (const _ of await happened(applicant, "co_owner.declined"))
      await inScope(server.app.pool, tenant, await askAboutCoOwners(server.app, tenant));
  };

  it("creates no user, and the primary owner sees it and is asked to review the list", async () => {
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

  it("is shown to the primary owner together with later declines and bounced invitations", async () => {
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

  it("is idempotent and makes the invitation unusable", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    const answers = await Promise.all([1, 2, 3].map(() => decline(tokens[0] ?? "")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(bare(await exchange(server, tokens[0] ?? ""))).toEqual(refused);
    expect(await happened(applicant, "co_owner.declined")).toHaveLength(1);
  });

  it("excludes accepting: of concurrent requests for both, exactly one wins", async () => {
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

  it.each(["an unknown", "a user's", "an expired"])("is refused for %s token", async (which) => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    if (which === "an expired")
      await admin("update app.invitation set expires_at = now() where business_id = $1", [applicant.id]);
    const token = { "an unknown": "invite_owner_nothing", "a user's": "invite_nothing" }[which] ?? tokens[0] ?? "";
    expect(bare(await decline(token))).toEqual(refused);
    expect(await happened(applicant, "co_owner.declined")).toEqual([]);
  });

  describe("after accepting it", () => {
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

    it("removes the role and the access, and asks the primary owner", async () => {
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

    it("keeps the same user when the primary owner invites again, and is possible again", async () => {
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

    it("excludes continuing: of concurrent requests for both, exactly one wins", async () => {
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

    it("is refused once the co-owner has completed a step", async () => {
      const { tokens } = await invitedCoOwners(server, 1);
      const guest = await enter(server, tokens[0] ?? "");
      await goOn(guest);
      expect(bare(await declineLater(guest))).toEqual({ status: 409, code: "STEP_NOT_CURRENT_EXCEPTION" });
    });
  });

  it("prevents new invitations until the primary owner confirms the co-owner", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    await decline(tokens[0] ?? "");
    await nameCoOwner(applicant, { firstName: "Ana", email: "ana@declined.test" });
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    await inScope(server.app.pool, tenant, await inviteChangedCoOwners(server.app, tenant));
    expect((await deliverInvitations(server, applicant)).map(({ to }) => to)).toEqual(["ana@declined.test"]);
    await follow(applicant);
    const done = {
      completedStep: "REQUEST_ADDITIONAL_USER_INPUT",
      subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
    };
    const answered = await applicant.as({
      method: "PUT",
      url: "/api/v1/completeStep",
      payload: { ...done, data: { ownershipPercentage: 40 } },
    });
    expect(answered.status).toBe(200);
    const emails = await deliverInvitations(server, applicant);
    expect(emails).toHaveLength(1);
    await enter(server, tokenIn(emails[0]));
  });
});

describe("co-owner invitations", () => {
  it("are sent when the primary owner consents, one email per co-owner, and not before", async () => {
    const applicant = await applicantAtConsent(server);
    await nameCoOwner(applicant, { email: "luis@invited.test" });
    await nameCoOwner(applicant, { email: "ana@invited.test" });
    expect(await deliverInvitations(server, applicant)).toEqual([]);
    await Promise.all([agree(applicant), agree(applicant), agree(applicant)]);
    const emails = await deliverInvitations(server, applicant);
    expect(emails.map(({ to }) => to).sort()).toEqual(["ana@invited.test", "luis@invited.test"]);
    expect((await invitationsOf(applicant)).map(({ status }) => status)).toEqual(["SENT", "SENT"]);
  });

  it("greet the co-owner, name the primary owner, the business and the expiry, and disclose nothing else", async () => {
    const { emails } = await invitedCoOwners(server, 1);
    expect(emails[0]?.subject).toMatch(/^Rosa Marín named you as an owner of Harbor/);
    expect(emails[0]?.text).toContain("Hello LuisA,");
    expect(emails[0]?.text).toContain("It works once, for 14 days.");
  });

  it("contain a 256-bit token that is stored only as a hash", async () => {
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

  it("are sent at once to co-owners added or corrected after consent; the invitation to the old address is revoked", async () => {
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
  it("opens a session in an HttpOnly cookie and gives the person the co-owner role", async () => {
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

  it("is accepted by exactly one of 30 concurrent exchanges", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    const answers = await Promise.all(Array.from({ length: 30 }, () => exchange(server, tokens[0] ?? "")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await admin("select from app.user_role where business_id = $1 and role = 'SECONDARY_OWNER'", [
      applicant.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("introduces the business and the primary owner without being used, and nothing once it is used or unknown", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    const introduce = (token: string) =>
      sendTo(server.fastify, {
        method: "GET",
        url: "/api/invitation-tokens/v1/introduction",
        headers: { invitetoken: token },
      });
    const { rows } = await admin("select name from app.business where id = $1", [applicant.id]);
    const { primaryBusinessOwnerFirstName: first } = rightAnswers.COLLECT_PERSONAL_DETAILS;
    for (let times = 0; times < 2; times++) {
      const introduced = await introduce(tokens[0] ?? "");
      expect(introduced.body).toEqual({ businessName: rows[0].name, invitedBy: `${first} Marín` });
    }
    expect((await exchange(server, tokens[0] ?? "")).status).toBe(200);
    for (const token of [tokens[0] ?? "", "no token"]) expect(bare(await introduce(token))).toEqual(refused);
  });

  it("gets the same refusal whether it is unknown, used, expired, replaced or of another kind", async () => {
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
    // An exchange at the wrong endpoint does not use the invitation up.
    expect((await exchange(server, other)).status).toBe(200);
  });

  it("is refused for a person who is signed in with another email address", async () => {
    const { tokens } = await invitedCoOwners(server, 2);
    const first = await exchange(server, tokens[0] ?? "");
    const cookie = String(first.headers["set-cookie"]).split(";")[0];
    expect(bare(await exchange(server, tokens[1] ?? "", coOwnersExchange, { cookie }))).toEqual(refused);
    expect((await exchange(server, tokens[1] ?? "")).status).toBe(200);
  });

  it("does not make a user two owners of one business", async () => {
    const applicant = await applicantAtConsent(server);
    const { rows } = await admin("select email from app.business_user where business_id = $1", [applicant.id]);
    await nameCoOwner(applicant, { email: rows[0].email });
    await agree(applicant);
    const [message] = await deliverInvitations(server, applicant);
    expect(bare(await exchange(server, tokenIn(message)))).toEqual(refused);
  });

  it("uses the existing user of a person in the business", async () => {
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

describe("inviting a co-owner again", () => {
  it("creates a new token and revokes the old one", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    expect((await resend(applicant, ownerIds[0])).body).toMatchObject({ ownerId: ownerIds[0], status: "SENT" });
    const [message] = await deliverInvitations(server, applicant);
    expect(bare(await exchange(server, tokens[0] ?? ""))).toEqual(refused);
    expect((await exchange(server, tokenIn(message))).status).toBe(200);
  });

  it("is refused before consent, after the invitation was accepted, and after the fifth invitation of a day", async () => {
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

describe("removing a co-owner and inviting them again", () => {
  const remove = (applicant: Applicant, id: string) =>
    applicant.as({ method: "DELETE", url: `/api/v1/workflow/secondary-owners/${id}` });
  /** Names a co-owner, has the worker invite them, and removes them. Returns whether an email was sent. */
  const nameAndRemove = async (applicant: Applicant, email: string): Promise<number> => {
    const id = await nameCoOwner(applicant, { email });
    const scope = { platformId: applicant.platform.id, businessId: applicant.id };
    await inScope(server.app.pool, scope, await inviteChangedCoOwners(server.app, scope));
    const { length } = await deliverInvitations(server, applicant);
    expect((await remove(applicant, id)).status).toBe(200);
    return length;
  };

  it("sends at most five emails a day to one address, and goes on the next day", async () => {
    const { applicant } = await invitedCoOwners(server, 0);
    const sent: number[] = [];
    for (const email of ["Luis@owner.test", ...Array(5).fill("luis@owner.test")])
      sent.push(await nameAndRemove(applicant, email));
    expect(sent).toEqual([1, 1, 1, 1, 1, 0]);
    expect(await nameAndRemove(applicant, "ana@owner.test")).toBe(1);
    await admin(
      "update app.invitation_quota set day_began_at = day_began_at - interval '25 hours' where business_id = $1",
      [applicant.id],
    );
    expect(await nameAndRemove(applicant, "luis@owner.test")).toBe(1);
  });

  it("sends at most thirty emails a day to different addresses", async () => {
    const { applicant } = await invitedCoOwners(server, 0);
    await admin(
      "insert into app.invitation_quota (platform_id, business_id, day_began_at, invitations) values ($1, $2, now(), 29)",
      [applicant.platform.id, applicant.id],
    );
    expect(await nameAndRemove(applicant, "first@owner.test")).toBe(1);
    expect(await nameAndRemove(applicant, "second@owner.test")).toBe(0);
  });
});

describe("a bounced invitation email", () => {
  it("ends its invitation, opens a staff task and asks the primary owner; inviting again is possible", async () => {
    const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
    const { rows } = await admin("select id, key from app.email where business_id = $1 and key like 'invitation/%'", [
      applicant.id,
    ]);
    const scope = { platformId: applicant.platform.id, businessId: "whole platform" } as const;
    const body = { emailId: rows[0].id, key: rows[0].key };
    const event = { platformId: applicant.platform.id, businessId: applicant.id, body };
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

describe("invitation of an existing user", () => {
  it.each(["CONNECT_DIRECT", "OFFER"] as const)(
    "of kind %s is accepted only at the business endpoint",
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

describe("a co-owner who accepted an invitation and is then removed", () => {
  it("loses the role and the access", async () => {
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
