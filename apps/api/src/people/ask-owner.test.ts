import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { ownerWantedEmail } from "../notifications/public.ts";
import { businessExchange, deliverInvitations, enter, tokenIn } from "./invitations.fixture.ts";
import { noteBouncedInvitation } from "./public.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const admin = (text: string, values: unknown[] = []) => server.database.admin.query(text, values);
const url = "/api/v1/owner-request";

/** An employee of a business without an owner. */
async function employeeAlone(user: Record<string, unknown> = { firstName: "Ana", lastName: "Ruiz" }) {
  const platform = await server.platform();
  const email = `${randomUUID()}@employee.test`;
  const person = await server.person(platform, { email, ...user });
  const claim = { method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: ["OPERATOR"] } } as const;
  expect(await person.as(claim)).toMatchObject({ status: 200 });
  const id = uuidOf("business", person.businessId) ?? "";
  const ask = (owner: string | null) => person.as({ method: "POST", url, payload: { email: owner } });
  return { ...person, id, platform, email, ask, read: () => person.as({ method: "GET", url }) };
}

/** An owner who accepted the invitation that an employee requested. */
async function ownerWhoCame(employee: Awaited<ReturnType<typeof employeeAlone>>, email: string) {
  await employee.ask(email);
  const [message] = await deliverInvitations(server, employee);
  return enter(server, tokenIn(message), businessExchange);
}

describe("owner request by an employee", () => {
  it("invites a person who accepts, claims ownership and applies", async () => {
    const employee = await employeeAlone();
    expect((await employee.read()).body).toEqual({ owner: null, asked: null });
    const email = `${randomUUID()}@owner.test`;
    expect((await employee.ask(email)).body).toMatchObject({ owner: null, asked: { email, status: "SENT" } });
    const [message, ...others] = await deliverInvitations(server, employee);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ to: email });
    expect(message?.subject).toBe("Ana Ruiz asks you to look at financing for the business");
    const owner = await enter(server, tokenIn(message), businessExchange);
    const claim = { method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: ["PRIMARY_OWNER"] } } as const;
    expect(await owner.as(claim)).toMatchObject({ status: 200, body: { roles: ["PRIMARY_OWNER"] } });
    expect((await owner.as({ method: "GET", url: "/api/v1/workflow" })).body).toMatchObject({
      currentStep: "ONBOARDING.START_FLOW",
    });
    // The address is no longer disclosed once the owner applies.
    expect((await employee.read()).body).toMatchObject({
      owner: { name: null },
      asked: { email: null, status: "CAME" },
    });
  });

  it("does not assign ownership to the named person", async () => {
    const employee = await employeeAlone();
    const guest = await ownerWhoCame(employee, `${randomUUID()}@owner.test`);
    expect((await guest.as({ method: "GET", url: "/api/v1/business" })).body).toMatchObject({ roles: [] });
  });

  it("reminds the applying owner at the address on file without disclosing it to the employee", async () => {
    const employee = await employeeAlone();
    const email = `${randomUUID()}@owner.test`;
    const owner = await ownerWhoCame(employee, email);
    await owner.as({ method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: ["PRIMARY_OWNER"] } });
    await admin("update app.business_user set first_name = 'Rosa', last_name = 'Marín' where email = $1", [email]);
    const answer = await employee.ask(`${randomUUID()}@elsewhere.test`);
    expect(answer.body).toMatchObject({ owner: { name: "Rosa Marín" }, asked: { email: null, status: "SENT" } });
    expect((await deliverInvitations(server, employee)).map(({ to }) => to)).toEqual([email]);
    const { rows } = await admin("select from app.business_user where business_id = $1", [employee.id]);
    expect(rows).toHaveLength(2);
  });

  it("requires an email address while no owner applies", async () => {
    const employee = await employeeAlone();
    expect(await employee.ask(null)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED", fields: [{ pointer: "/email", message: "Email is required" }] },
    });
  });

  it.each(["themselves", "another employee"])("cannot name %s", async (whom) => {
    const employee = await employeeAlone();
    let named = employee.email;
    if (whom === "another employee") {
      named = `${randomUUID()}@employee.test`;
      const other = await ownerWhoCame(employee, named);
      await other.as({ method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: ["OPERATOR"] } });
    }
    expect(await employee.ask(named.toUpperCase())).toMatchObject({
      status: 409,
      body: { message: "A user already exists with this email. Please try using another email." },
    });
  });

  it("invites the same person again without a second user, and revokes the earlier invitation", async () => {
    const employee = await employeeAlone();
    const email = `${randomUUID()}@owner.test`;
    await employee.ask(email);
    const [first] = await deliverInvitations(server, employee);
    await employee.ask(email);
    const [second] = await deliverInvitations(server, employee);
    await expect(enter(server, tokenIn(first), businessExchange)).rejects.toThrow("INVITATION_INVALID");
    await enter(server, tokenIn(second), businessExchange);
    expect((await admin("select from app.business_user where email = $1", [email])).rows).toHaveLength(1);
  });

  it("sends at most three emails a day, also for concurrent requests and different recipients", async () => {
    const employee = await employeeAlone();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => employee.ask(`${randomUUID()}@owner.test`).then(({ status }) => status)),
    );
    expect(answers.toSorted()).toEqual([200, 200, 200, ...Array(9).fill(429)]);
    const { rows } = await admin("select from app.invitation where business_id = $1", [employee.id]);
    expect(rows).toHaveLength(3);
  });

  it("reports that the email could not be delivered", async () => {
    const employee = await employeeAlone();
    await employee.ask(`${randomUUID()}@owner.test`);
    await deliverInvitations(server, employee);
    const { rows } = await admin("select id from app.invitation where business_id = $1", [employee.id]);
    const scope = { platformId: employee.platform.id, businessId: employee.id };
    const body = { emailId: randomUUID(), key: `invitation/${rows[0].id}` };
    const write = await noteBouncedInvitation(server.app, { ...scope, body });
    await inScope(server.app.pool, scope, write);
    expect((await employee.read()).body).toMatchObject({ asked: { status: "BOUNCED" } });
  });
});

describe("owner-wanted email to the platform's support", () => {
  /** Handles every role-claimed event as the worker does. */
  async function supportEmails({ id, platform }: Pick<Awaited<ReturnType<typeof employeeAlone>>, "id" | "platform">) {
    const tenant = { platformId: platform.id, businessId: id };
    const { rows: claims } = await admin(
      "select body from app.event where business_id = $1 and kind = 'user.role_claimed' order by sequence",
      [id],
    );
    for (const { body } of claims)
      await inScope(server.app.pool, tenant, await ownerWantedEmail(server.app, { ...tenant, body }));
    const { rows } = await admin(
      "select template from app.email where business_id = $1 and key like 'owner-wanted/%'",
      [id],
    );
    return rows;
  }

  it("is sent once when an employee joins a business without an owner", async () => {
    const employee = await employeeAlone();
    expect(await supportEmails(employee)).toEqual([{ template: "owner-wanted" }]);
    expect(await supportEmails(employee)).toHaveLength(1);
  });

  it("is not sent while an owner applies", async () => {
    const employee = await employeeAlone();
    const owner = await ownerWhoCame(employee, `${randomUUID()}@owner.test`);
    await owner.as({ method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: ["PRIMARY_OWNER"] } });
    expect(await supportEmails(employee)).toEqual([]);
  });
});
