import { createHash } from "node:crypto";
import { accountHeldUntil } from "@inlay/lending/banking/account-hold.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "../payments/advance-order.ts";
import { createOrder } from "../payments/create-order.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import {
  anOwnedBusiness,
  changeEmails,
  choosing,
  type OwnedBusiness,
  openLink,
  pressStop,
  stoppedEmails,
  tokenIn,
  typing,
} from "./account-change.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const monday = "2026-11-16T15:00:00Z";
const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const newNumber = "700000006789";

const emailsAfter = async (business: OwnedBusiness) => {
  await handleEvents(server, business.businessId);
  return changeEmails(server, business.businessId);
};
const whatIn = (emails: Awaited<ReturnType<typeof changeEmails>>) =>
  emails.map(({ recipient, params }) => [recipient, ...params.accounts.map(({ last4, what }) => [last4, what])]);

/** Types another account, which counts as verified, and chooses it. */
async function switchAccount(business: OwnedBusiness, number = newNumber): Promise<string> {
  const type = await typing(server, business, number);
  const id = await business.within(type);
  await verified(id);
  await business.within(choosing(business, id));
  return id;
}
const verified = (id: string) =>
  rows("update app.bank_account set verification = 'VERIFIED', sanctions_clear_on = '2026-01-02' where id = $1", id);
const rolesOf = async ({ businessId }: OwnedBusiness) =>
  Object.fromEntries(
    (
      await rows<{ id: string; roles: string[] }>(
        "select id, roles from app.bank_account where business_id = $1 and roles <> '{}'",
        businessId,
      )
    ).map(({ id, roles }) => [id, roles.toSorted()]),
  );
const bothRoles = ["DISBURSEMENT", "SERVICING"];
const isStopped = async (id: string) =>
  (await rows<{ yes: boolean }>("select stopped_at is not null as yes from app.bank_account where id = $1", id))[0]
    ?.yes;

/** The token of the owner who never signed in, for the latest change. */
const latestToken = async (business: OwnedBusiness) => {
  const mine = (await emailsAfter(business)).filter(({ recipient }) => recipient === business.coOwner);
  const latest = mine.at(-1);
  if (!latest) throw new Error("the owner has no email");
  return tokenIn(latest);
};

/** Everything about a business that a link could change. */
const everythingOf = ({ businessId }: OwnedBusiness) =>
  rows(
    `select to_jsonb(a) as row from app.bank_account a where business_id = $1
     union all select to_jsonb(c) from app.account_change c where business_id = $1
     union all select to_jsonb(i) from app.account_change_item i where business_id = $1
     union all select to_jsonb(e) - 'handled_at' from app.event e where business_id = $1
     union all select to_jsonb(t) from app.task t where business_id = $1
     union all select to_jsonb(s) from app.session s where user_id in (select id from app.business_user where business_id = $1)
     order by 1`,
    businessId,
  );

describe("email about a change of accounts", () => {
  it("goes to every owner, also to one who never signed in, with who did it and from which day money can go there", async () => {
    const business = await anOwnedBusiness(server, monday);
    await business.within(await typing(server, business, newNumber));
    const emails = await emailsAfter(business);
    expect(emails).toHaveLength(2);
    expect(emails.map(({ recipient }) => recipient).sort()).toEqual([business.primary, business.coOwner].sort());
    for (const { params } of emails)
      expect(params).toMatchObject({
        madeBy: { kind: "PERSON", name: "Ana" },
        // Monday's hold lasts to the end of Thursday.
        accounts: [{ last4: "6789", what: ["TYPED"], firstPayoutOn: "2026-11-20" }],
      });
    expect(JSON.stringify(emails)).not.toContain(newNumber);
  });

  it("is one for an account that is typed and chosen by one command", async () => {
    const business = await anOwnedBusiness(server, monday);
    const type = await typing(server, business, newNumber);
    await business.within(async (tx) => choosing(business, await type(tx))(tx));
    const all = ["6789", ["TYPED", "CHOSEN_FOR_DEBITS", "CHOSEN_FOR_PAYOUTS"]];
    expect(whatIn(await emailsAfter(business))).toEqual([
      [business.coOwner, all],
      [business.primary, all],
    ]);
  });

  it("is one per command: typed, corrected and chosen by three commands are three", async () => {
    const business = await anOwnedBusiness(server, monday);
    const id = await business.within(await typing(server, business, newNumber));
    await business.within(await typing(server, business, newNumber, "011000015"));
    await business.within(choosing(business, id));
    const told = whatIn(await emailsAfter(business)).filter(([recipient]) => recipient === business.coOwner);
    expect(told.map(([, account]) => account)).toEqual([
      ["6789", ["TYPED"]],
      ["6789", ["NUMBERS_CHANGED"]],
      ["6789", ["CHOSEN_FOR_DEBITS", "CHOSEN_FOR_PAYOUTS"]],
    ]);
  });

  it("is not sent when the same numbers are typed again or the same account is chosen again", async () => {
    const business = await anOwnedBusiness(server, monday);
    await business.within(await typing(server, business, newNumber));
    await emailsAfter(business);
    await business.within(await typing(server, business, newNumber));
    await business.within(choosing(business, business.bankAccountId));
    expect(await emailsAfter(business)).toHaveLength(2);
  });

  it("has a token whose hash alone is stored, and which works for seven days and until the hold ends", async () => {
    const business = await anOwnedBusiness(server, "2026-11-25T15:00:00Z");
    await business.within(await typing(server, business, newNumber));
    const emails = await emailsAfter(business);
    const kept = await rows<{ recipient: string; hash: Buffer; expires: Date }>(
      "select recipient, token_hash as hash, expires_at as expires from app.account_change_link where business_id = $1",
      business.businessId,
    );
    expect(kept).toHaveLength(2);
    for (const email of emails) {
      const link = kept.find(({ recipient }) => recipient === email.recipient);
      expect(Buffer.from(tokenIn(email), "base64url")).toHaveLength(32);
      expect(link?.hash.equals(createHash("sha256").update(tokenIn(email)).digest())).toBe(true);
      const hold = accountHeldUntil(new Date("2026-11-25T15:00:00Z")).getTime() - Date.parse("2026-11-25T15:00:00Z");
      const days = Math.max(7 * 86_400_000, hold);
      expect(Math.abs((link?.expires.getTime() ?? 0) - Date.now() - days)).toBeLessThan(60_000);
    }
  });
});

describe("link of an owner", () => {
  it("shows the change and changes nothing, however it is followed", async () => {
    const business = await anOwnedBusiness(server, monday);
    await switchAccount(business);
    const token = await latestToken(business);
    const before = await everythingOf(business);
    const shown = await openLink(server, token);
    await openLink(server, token, "HEAD");
    await server.fastify.inject({ method: "GET", url: `/?accountChange=yes` });
    await server.fastify.inject({ method: "GET", url: `/api/v1/account-change/stop?token=${token}` });
    expect(shown).toMatchObject({
      status: 200,
      body: {
        madeAt: new Date(monday).toISOString(),
        madeBy: { kind: "PERSON", name: "Ana" },
        accounts: [{ last4: "6789", bankName: "Bank", what: ["CHOSEN_FOR_DEBITS", "CHOSEN_FOR_PAYOUTS"] }],
        stoppedAt: null,
        wasPaid: false,
        outcome: null,
      },
    });
    expect(shown.text).not.toContain(newNumber);
    expect(await everythingOf(business)).toEqual(before);
  });

  it("stops nothing from another page than ours", async () => {
    const business = await anOwnedBusiness(server, monday);
    const id = await switchAccount(business);
    const token = await latestToken(business);
    for (const origin of ["https://mail.example", ""])
      expect(await pressStop(server, token, origin)).toMatchObject({
        status: 403,
        body: { code: "ORIGIN_NOT_ALLOWED" },
      });
    expect(await isStopped(id)).toBe(false);
  });

  it("is refused alike when it is unknown and when it has expired", async () => {
    const business = await anOwnedBusiness(server, monday);
    const id = await switchAccount(business);
    const token = await latestToken(business);
    await rows("update app.account_change_link set expires_at = now() where business_id = $1", business.businessId);
    for (const one of [token, "unknown", "x".repeat(200)])
      for (const answer of [await openLink(server, one), await pressStop(server, one)])
        expect(answer).toMatchObject({ status: 404, body: { code: "ACCOUNT_CHANGE_LINK_INVALID" } });
    expect(await isStopped(id)).toBe(false);
  });

  it("acts on the change of its own business only", async () => {
    // Both belong to one platform, so only the business tells them apart.
    const platform = await server.platform();
    const other = await anOwnedBusiness(server, monday, platform);
    const mine = await anOwnedBusiness(server, monday, platform);
    const typed = { other: await switchAccount(other), mine: await switchAccount(mine) };
    await emailsAfter(other);
    const token = await latestToken(mine);
    const before = await everythingOf(other);
    expect((await pressStop(server, token)).status).toBe(200);
    expect(await everythingOf(other)).toEqual(before);
    expect([await isStopped(typed.mine), await isStopped(typed.other)]).toEqual([true, false]);
  });
});

describe("stopping a change of accounts", () => {
  it("stops the account, gives the roles back, signs the person out, tells every owner and opens a task", async () => {
    const business = await anOwnedBusiness(server, monday);
    const id = await switchAccount(business);
    expect(await rolesOf(business)).toEqual({ [id]: bothRoles });
    const token = await latestToken(business);
    const answer = await pressStop(server, token);
    expect(answer).toMatchObject({ status: 200, body: { stoppedAt: new Date(monday).toISOString(), wasPaid: false } });
    expect(await isStopped(id)).toBe(true);
    expect(await rolesOf(business)).toEqual({ [business.bankAccountId]: bothRoles });
    expect((await business.person.as({ url: "/api/v1/business" })).status).toBe(401);
    // The end of the next banking day in New York.
    expect(await rows("select kind, due_at as due from app.task where business_id = $1", business.businessId)).toEqual([
      { kind: "ACCOUNT_CHANGE_STOPPED", due: new Date("2026-11-17T22:00:00Z") },
    ]);
    await handleEvents(server, business.businessId);
    const told = await stoppedEmails(server, business.businessId);
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([business.primary, business.coOwner].sort());
    for (const { params } of told)
      expect(params).toMatchObject({
        stoppedBy: "Luis Ortega",
        accounts: ["6789"],
        usedAgain: { payouts: "0001", repayments: "0001" },
      });
    const events = await rows<{ kind: string; actor: string }>(
      `select kind, actor_kind as actor from app.event where business_id = $1 and (kind like '%stopped' or kind like '%role_changed')
       order by sequence desc limit 4`,
      business.businessId,
    );
    expect(events).toEqual([
      { kind: "account_change.stopped", actor: "OWNER" },
      { kind: "bank_account.role_changed", actor: "OWNER" },
      { kind: "bank_account.role_changed", actor: "OWNER" },
      { kind: "bank_account.stopped", actor: "OWNER" },
    ]);
  });

  it("answers the same when it is pressed twice, also at once and by two owners", async () => {
    const business = await anOwnedBusiness(server, monday);
    await switchAccount(business);
    const tokens = (await emailsAfter(business)).slice(-2).map(tokenIn);
    const answers = await Promise.all([...tokens, ...tokens].map((token) => pressStop(server, token)));
    answers.push(await pressStop(server, tokens[0] ?? ""));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const stops = "select from app.event where business_id = $1 and kind = 'account_change.stopped'";
    expect(await rows(stops, business.businessId)).toHaveLength(1);
  });

  it("of two changes in a row, in either order, gives the roles back to the account before both", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const business = await anOwnedBusiness(server, monday);
      const [first, second] = [await switchAccount(business), await switchAccount(business, "700000005555")];
      expect(await rolesOf(business)).toEqual({ [second]: bothRoles });
      const chosen = (await emailsAfter(business)).filter(
        ({ recipient, params }) =>
          recipient === business.coOwner && params.accounts[0]?.what.includes("CHOSEN_FOR_PAYOUTS"),
      );
      for (const n of order) await pressStop(server, tokenIn(chosen[n] as (typeof chosen)[number]));
      expect(await rolesOf(business)).toEqual({ [business.bankAccountId]: bothRoles });
      expect([await isStopped(first), await isStopped(second)]).toEqual([true, true]);
    }
  });

  it("takes the roles from an account whose numbers were changed, because the account before has none of its own", async () => {
    const business = await anOwnedBusiness(server, monday);
    await business.within(await typing(server, business, "1000000001", "011000015"));
    await pressStop(server, await latestToken(business));
    expect(await isStopped(business.bankAccountId)).toBe(true);
    expect(await rolesOf(business)).toEqual({});
  });

  it("leaves the business without an account if the earlier one cannot be used any more", async () => {
    const business = await anOwnedBusiness(server, monday);
    await switchAccount(business);
    await rows("update app.bank_account set blocked_at = now() where id = $1", business.bankAccountId);
    await pressStop(server, await latestToken(business));
    expect(await rolesOf(business)).toEqual({});
  });

  it("keeps the account from being chosen or typed again", async () => {
    const business = await anOwnedBusiness(server, monday);
    const id = await switchAccount(business);
    await pressStop(server, await latestToken(business));
    await expect(business.within(choosing(business, id))).rejects.toMatchObject({ code: "ACCOUNT_STOPPED" });
    const again = await typing(server, business, newNumber);
    await expect(business.within(again)).rejects.toMatchObject({ code: "ACCOUNT_STOPPED" });
  });

  it("after a payout says that it was too late for what was sent, and still stops what follows", async () => {
    const business = await anOwnedBusiness(server, monday);
    const id = await switchAccount(business);
    const token = await latestToken(business);
    const order = await business.within((tx) => createOrder(tx, business.payout({ bankAccountId: id }), system));
    const afterHold = "2026-11-20T15:00:00Z";
    await rows("update app.business_clock set now_at = $2 where business_id = $1", business.businessId, afterHold);
    await rows("update app.payment_order set claimed_at = $2 where id = $1", order, afterHold);
    expect((await openLink(server, token)).body).toMatchObject({ wasPaid: true, stoppedAt: null });
    expect((await pressStop(server, token)).body).toMatchObject({ wasPaid: true, stoppedAt: expect.any(String) });
    expect(await isStopped(id)).toBe(true);
    expect(
      await rows(
        "select from app.task where business_id = $1 and kind = 'ACCOUNT_CHANGE_STOPPED'",
        business.businessId,
      ),
    ).toHaveLength(1);
  });

  it("makes a payout without another account wait with a staff task, and refuses a debit", async () => {
    const business = await anOwnedBusiness(server, monday);
    const { platformId, businessId } = business;
    const id = await switchAccount(business);
    await rows("update app.bank_account set blocked_at = now() where id = $1", business.bankAccountId);
    await pressStop(server, await latestToken(business));
    await handleEvents(server, businessId);
    const claimed = async (change: object, isPayout: boolean) => {
      const wanted = { bankAccountId: id, dueOn: businessDate("2026-11-24"), ...change };
      const order = await business.within((tx) =>
        createOrder(tx, isPayout ? business.payout(wanted) : business.debit(wanted), system),
      );
      const now = new Date("2026-11-23T22:45:00Z");
      await business.within((tx) => advanceOrder.act(tx, { platformId, businessId, id: order, dueAt: now }, now));
      const [row] = await rows<Record<string, unknown>>(
        `select status, claimed_at as claimed, claim_refusal as refusal, next_action_at as next,
           array(select kind from app.task t where t.subject_id = o.id) as tasks from app.payment_order o where id = $1`,
        order,
      );
      return row;
    };
    const waits = { status: "SCHEDULED", claimed: null, tasks: ["PAYMENT_HELD"] };
    expect(await claimed({}, true)).toEqual({ ...waits, refusal: null, next: new Date("2026-11-24T22:45:00Z") });
    expect(await claimed({}, false)).toMatchObject({ ...waits, refusal: "ACCOUNT_BLOCKED" });
  });
});

describe("orders after a change of accounts", () => {
  it("that nobody has claimed go to the chosen account, and back when the change is stopped", async () => {
    const business = await anOwnedBusiness(server, monday);
    const accounts = () =>
      rows<{ direction: string; account: string }>(
        "select direction, bank_account_id as account from app.payment_order where business_id = $1 order by direction",
        business.businessId,
      );
    for (const order of [business.debit(), business.payout()])
      await business.within((tx) => createOrder(tx, order, system));
    const claimed = await business.within((tx) => createOrder(tx, business.debit(), system));
    await rows("update app.payment_order set claimed_at = now() where id = $1", claimed);
    const id = await switchAccount(business);
    const token = await latestToken(business);
    const old = business.bankAccountId;
    const at = async () => (await accounts()).map(({ account }) => account).sort();
    expect(await at()).toEqual([old, id, id].sort());
    await pressStop(server, token);
    await handleEvents(server, business.businessId);
    expect(await at()).toEqual([old, old, old]);
  });
});

describe("staff decision about a stopped change", () => {
  const reason = "spoke to both owners";
  async function stoppedBusiness() {
    const business = await anOwnedBusiness(server, monday);
    const id = await switchAccount(business);
    await pressStop(server, await latestToken(business));
    const [task] = await rows<{ id: string }>(
      "select id from app.task where business_id = $1 and kind = 'ACCOUNT_CHANGE_STOPPED'",
      business.businessId,
    );
    const path = `/tasks/${task?.id}/account-change`;
    return { business, id, path };
  }
  const member = () => signedInMember(server, ["OPERATIONS"]);
  const approve = async (by: TestMember, requestId: unknown) => {
    const { body } = await by.as("GET", `/requests/${requestId}`);
    return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
  };

  it("sees what was changed and who stopped it", async () => {
    const { business, id, path } = await stoppedBusiness();
    expect((await (await member()).as("GET", path)).body).toMatchObject({
      accountIds: [id],
      stoppedBy: { name: "Luis Ortega", email: business.coOwner },
      madeBy: { kind: "PERSON", name: "Ana" },
    });
  });

  it("to use the account again takes two people, and leaves the roles where they are", async () => {
    const { business, id, path } = await stoppedBusiness();
    const [maker, checker] = [await member(), await member()];
    const asked = await maker.as("POST", `${path}/decide`, { outcome: "CONFIRMED", reason });
    expect(asked.body["state"]).toBe("PENDING");
    expect((await approve(maker, asked.body["requestId"])).body["code"]).toBe("SECOND_PERSON_NEEDED");
    expect(await isStopped(id)).toBe(true);
    expect((await approve(checker, asked.body["requestId"])).status).toBe(200);
    expect(await isStopped(id)).toBe(false);
    expect(await rolesOf(business)).toEqual({ [business.bankAccountId]: bothRoles });
    const open =
      "select from app.task where business_id = $1 and kind = 'ACCOUNT_CHANGE_STOPPED' and closed_at is null";
    expect(await rows(open, business.businessId)).toEqual([]);
    expect((await openLink(server, await latestToken(business))).body["outcome"]).toBe("CONFIRMED");
  });

  it("to use the account again gives back the roles that no account has", async () => {
    const { business, id, path } = await stoppedBusiness();
    await rows("update app.bank_account set roles = '{}' where id = $1", business.bankAccountId);
    const [maker, checker] = [await member(), await member()];
    const asked = await maker.as("POST", `${path}/decide`, { outcome: "CONFIRMED", reason });
    await approve(checker, asked.body["requestId"]);
    expect(await rolesOf(business)).toEqual({ [id]: bothRoles });
  });

  it("to keep it blocked takes one person and ends the task", async () => {
    const { business, id, path } = await stoppedBusiness();
    const one = await member();
    const done = await one.as("POST", `${path}/decide`, { outcome: "KEPT_BLOCKED", reason });
    expect(done.body["state"]).toBe("APPROVED");
    expect(await isStopped(id)).toBe(true);
    const asked = "select from app.additional_input where business_id = $1";
    expect(await rows(asked, business.businessId)).toEqual([]);
    expect((await one.as("POST", `${path}/decide`, { outcome: "KEPT_BLOCKED", reason })).body["code"]).toBe(
      "WRONG_STATE",
    );
  });

  it("to keep it blocked asks the owner for another account if repayments have none", async () => {
    const { business, path } = await stoppedBusiness();
    await rows("update app.bank_account set roles = '{}' where id = $1", business.bankAccountId);
    await (await member()).as("POST", `${path}/decide`, { outcome: "KEPT_BLOCKED", reason });
    expect(await rows("select sub_step from app.additional_input where business_id = $1", business.businessId)).toEqual(
      [{ sub_step: "UPDATE_PRIMARY_BANK_ACCOUNT" }],
    );
  });
});
