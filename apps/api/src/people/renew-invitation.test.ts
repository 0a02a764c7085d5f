import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import {
  businessExchange,
  deliverInvitations,
  enter,
  exchange,
  invitedCoOwners,
  tokenIn,
} from "./invitations.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const admin = (text: string, values: unknown[] = []) => server.database.admin.query(text, values);
const renew = (token: string) => exchange(server, token, "/api/invitation-tokens/v1/renew");

/** Requests a new link and returns the emails that it caused. */
async function emailsAfterRenewal({ applicant }: Invited, token: string) {
  expect((await renew(token)).status).toBe(202);
  return deliverInvitations(server, applicant);
}
type Invited = Awaited<ReturnType<typeof invitedCoOwners>>;

const oneInvited = async () => {
  const invited = await invitedCoOwners(server, 1);
  return { invited, token: invited.tokens[0] ?? "" };
};

describe("new link in place of an invitation", () => {
  it("that was used leads the co-owner back to where they stopped", async () => {
    const { invited, token } = await oneInvited();
    const first = await enter(server, token);
    const [email] = await emailsAfterRenewal(invited, token);
    const again = await enter(server, tokenIn(email), businessExchange);
    const read = { method: "GET", url: "/api/v1/business" } as const;
    expect((await again.as(read)).body["businessUserId"]).toBe((await first.as(read)).body["businessUserId"]);
  });

  it("that has expired opens the co-owner's part", async () => {
    const { invited, token } = await oneInvited();
    await admin("update app.invitation set expires_at = now() where business_id = $1", [invited.applicant.id]);
    const [email] = await emailsAfterRenewal(invited, token);
    expect((await exchange(server, tokenIn(email))).status).toBe(200);
  });

  it("is sent once for each link", async () => {
    const { invited, token } = await oneInvited();
    await enter(server, token);
    expect(await emailsAfterRenewal(invited, token)).toHaveLength(1);
    expect(await emailsAfterRenewal(invited, token)).toEqual([]);
  });

  it("is not sent while the link works", async () => {
    const { invited, token } = await oneInvited();
    expect(await emailsAfterRenewal(invited, token)).toEqual([]);
    expect((await exchange(server, token)).status).toBe(200);
  });

  it.each([
    ["who declined", "update app.invitation set declined_at = now() where business_id = $1"],
    ["who was removed", "delete from app.business_owner where business_id = $1 and not is_primary"],
    [
      "whose address was corrected",
      "update app.business_owner set email = 'other@owner.test' where business_id = $1 and not is_primary",
    ],
  ])("is not sent to a person %s, and the answer is the same", async (_, change) => {
    const { invited, token } = await oneInvited();
    await admin("update app.invitation set expires_at = now() where business_id = $1", [invited.applicant.id]);
    await admin(change, [invited.applicant.id]);
    expect(await emailsAfterRenewal(invited, token)).toEqual([]);
  });

  it("is not sent for an unknown link, and the answer is the same", async () => {
    expect((await renew("invite_owner_nothing")).status).toBe(202);
  });
});
