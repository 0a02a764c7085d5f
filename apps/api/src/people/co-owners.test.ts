import { randomUUID } from "node:crypto";
import { mostCoOwners } from "@inlay/contracts/onboarding/co-owner.ts";
import {
  rightAnswers,
  rightCoOwner,
  rightCoOwnerV2,
  takenCoOwnerEmail,
  takenPercentages,
  withWrong,
  wrongCoOwners,
  wrongCoOwnersV2,
} from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { afterAllHaveRead, type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { type TestPerson, type TestServer, testServer } from "../http/server.fixture.ts";
import { nameCoOwner } from "./co-owners.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const step = "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS";
const right = rightCoOwner;
const v1 = "/api/v1/workflow/secondary-owners";
const v2 = "/api/v2/workflow/secondary-owners";

const complete = (owner: TestPerson, completedStep: string, data: object = {}) =>
  owner.as({ method: "PUT", url: "/api/v1/completeStep", payload: { completedStep, data } });
const name = (owner: TestPerson, details: object = {}, url = v1) =>
  owner.as({ method: "POST", url, payload: { ...right, email: `${randomUUID()}@owner.test`, ...details } });
const correct = (owner: TestPerson, id: unknown, changes: object, url = v1) =>
  owner.as({ method: "PATCH", url: `${url}/${id}`, payload: changes });
const remove = (owner: TestPerson, id: unknown) => owner.as({ method: "DELETE", url: `${v1}/${id}` });
type Listed = {
  id: string;
  firstName: string;
  email: string;
  phoneNumber: string | null;
  ownershipPercentage?: number;
};
const list = async (owner: TestPerson, url = v1) =>
  (await owner.as({ method: "GET", url })).body["secondaryOwners"] as Listed[];

/** An owner at the step that asks for co-owners. */
async function ownerAtStep(): Promise<TestPerson> {
  const platform = await server.platform({ hiddenSteps: ["COLLECT_PLAID"] });
  const owner = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
  await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["FAST_PAY"] });
  await complete(owner, "COLLECT_PERSONAL_DETAILS", rightAnswers.COLLECT_PERSONAL_DETAILS);
  await complete(owner, "COLLECT_BUSINESS_DETAILS", rightAnswers.COLLECT_BUSINESS_DETAILS);
  return owner;
}
const own = "business_id = (select business_id from app.business_user where platform_user_id = $1)";
const refusing = (field: string, message: string) => ({
  status: 400,
  fields: [{ pointer: `/${field}`, code: expect.any(String), message }],
});

describe("adding a co-owner", () => {
  let owner: TestPerson;
  beforeAll(async () => {
    owner = await ownerAtStep();
    await name(owner, { email: takenCoOwnerEmail });
  });

  it.each(wrongCoOwners)("with $field $value is refused with: $sentence", async (input) => {
    const refused = await owner.as({ method: "POST", url: v1, payload: withWrong(right, input) });
    expect({ status: refused.status, fields: refused.body["fields"] }).toEqual(refusing(input.field, input.sentence));
  });

  it.each([" ", "", null, undefined])("stores the phone number %j as null", async (phoneNumber) => {
    const other = await ownerAtStep();
    const named = await name(other, { phoneNumber });
    expect(named.body).toMatchObject({ phoneNumber: null, currentStep: "ONBOARDING.START_FLOW" });
  });

  it("returns the stored co-owner and lists co-owners in the order of their creation", async () => {
    const other = await ownerAtStep();
    const named = await name(other, { firstName: " Luis ", email: "Luis@Harbor.test" });
    expect(named.body).toEqual({
      id: expect.any(String),
      firstName: "Luis",
      lastName: "Ortega",
      email: "luis@harbor.test",
      phoneNumber: "+15035550137",
      currentStep: "ONBOARDING.START_FLOW",
    });
    await name(other, { firstName: "Ana" });
    expect((await list(other)).map(({ firstName }) => firstName)).toEqual(["Luis", "Ana"]);
  });

  it("records an event without personal data", async () => {
    const other = await ownerAtStep();
    const { body } = await name(other, { email: "canary@harbor.test" });
    await correct(other, body["id"], { firstName: "Ana" });
    await remove(other, body["id"]);
    const { rows } = await server.database.admin.query(
      `select kind, body from app.event where kind like 'co_owner.%' and ${own} order by sequence`,
      [other.platformUserId],
    );
    expect(rows).toEqual(
      ["co_owner.named", "co_owner.corrected", "co_owner.removed"].map((kind) => ({
        kind,
        body: { ownerId: body["id"] },
      })),
    );
  });
});

describe("co-owner limits", () => {
  it("refuse a fifth co-owner with: You have reached the maximum of 4 owners.", async () => {
    const owner = await ownerAtStep();
    for (let count = 0; count < mostCoOwners; count++) expect((await name(owner)).status).toBe(200);
    const fifth = await name(owner);
    expect({ status: fifth.status, code: fifth.body["code"], message: fifth.body["message"] }).toEqual({
      status: 409,
      code: "CO_OWNERS_FULL",
      message: "You have reached the maximum of 4 owners.",
    });
    const [first] = await list(owner);
    await remove(owner, first?.id);
    expect((await name(owner)).status).toBe(200);
  });

  /**
   * Adds 20 co-owners to an empty business concurrently. No transaction writes before all of them have read. Returns how many exist then.
   */
  async function race(database: TestDatabase, details: (index: number) => object): Promise<number> {
    const [platformId, businessId, userId] = [randomUUID(), randomUUID(), randomUUID()];
    await database.admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
    await database.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
    const pool = database.pool("app", { max: 20 });
    const ended = await afterAllHaveRead(database, { table: "app.business_owner", count: 20 }, () =>
      Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          inScope(pool, { platformId, businessId }, (tx) =>
            nameCoOwner(
              tx,
              { platformId, businessId, userId, requestId: "test" },
              { ...right, email: `${index}@owner.test`, ...details(index) },
            ),
          ),
        ),
      ),
    );
    const refused = ended.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).name] : []));
    expect(new Set(refused)).toEqual(refused.length > 0 ? new Set(["Refusal"]) : new Set());
    const { rows } = await database.admin.query(
      "select count(*)::int as count from app.business_owner where business_id = $1",
      [businessId],
    );
    return rows[0].count;
  }

  it("admit four of 20 co-owners added concurrently, in 5 rounds", async () => {
    for (let round = 0; round < 5; round++) expect(await race(server.database, () => ({}))).toBe(mostCoOwners);
  });

  it("keep the shares within 100 % when 20 co-owners with 40 % each are added concurrently", async () => {
    expect(await race(server.database, () => ({ ownershipPercentage: 40 }))).toBe(2);
  });

  it("create one co-owner when the same person is added 20 times concurrently", async () => {
    expect(await race(server.database, (index) => ({ email: index % 2 ? "SAME@owner.test" : "same@owner.test" }))).toBe(
      1,
    );
  });

  it("rest on the database guards: without them the race exceeds the count and the shares and creates duplicates", async () => {
    const unguarded = await testDatabase();
    try {
      await unguarded.admin.query("drop trigger check_ownership on app.business_owner");
      await unguarded.admin.query("drop index app.one_co_owner_of_email");
      expect(await race(unguarded, () => ({}))).toBe(20);
      expect(await race(unguarded, () => ({ ownershipPercentage: 40 }))).toBe(20);
      expect(await race(unguarded, () => ({ email: "same@owner.test" }))).toBe(20);
    } finally {
      await unguarded.close();
    }
  });
});

describe("correcting and removing a co-owner", () => {
  it("updates the given fields and leaves the others unchanged", async () => {
    const owner = await ownerAtStep();
    const { body } = await name(owner, { email: "luis@harbor.test" });
    expect((await correct(owner, body["id"], { firstName: "Luis" })).body).toEqual({ ...body, firstName: "Luis" });
    // Their own email address does not count as taken.
    expect((await correct(owner, body["id"], { email: "LUIS@harbor.test", phoneNumber: null })).body).toEqual({
      ...body,
      firstName: "Luis",
      phoneNumber: null,
    });
    expect((await remove(owner, body["id"])).body).toEqual({ secondaryOwners: [] });
    expect((await remove(owner, body["id"])).status).toBe(404);
  });

  it("applies the same checks against other owners as adding does", async () => {
    const owner = await ownerAtStep();
    const { body } = await name(owner, { firstName: "Luis", email: "luis@harbor.test" });
    await name(owner, { email: "ana@harbor.test" });
    const says = async (changes: object) => {
      const { status, body: refused } = await correct(owner, body["id"], changes);
      return { status, fields: refused["fields"] };
    };
    expect(await says({ email: "ANA@harbor.test" })).toEqual(refusing("email", "Owner with email already exists"));
    expect(await says({ email: "rosa@harbor.test" })).toEqual(refusing("email", "Cannot match existing owner email"));
    expect(await says({ firstName: "ROSA", lastName: "marín" })).toEqual(
      refusing("lastName", "Cannot match exisiting owner name"),
    );
    expect((await correct(owner, body["id"], { firstName: "Rosa" })).status).toBe(200);
  });

  it.each(["COLLECT_PERSONAL_DETAILS", "COLLECT_CONSENT", "WAITING_FOR_OFFERS"])(
    "is refused once the co-owner is at %s",
    async (currentStep) => {
      const owner = await ownerAtStep();
      const { body } = await name(owner);
      await server.database.admin.query("update app.business_owner set current_step = $2 where id = $1", [
        body["id"],
        currentStep,
      ]);
      for (const refused of [await correct(owner, body["id"], { firstName: "Ana" }), await remove(owner, body["id"])]) {
        expect({ status: refused.status, code: refused.body["code"] }).toEqual({
          status: 409,
          code: "CO_OWNER_HAS_BEGUN",
        });
      }
      expect(await list(owner)).toHaveLength(1);
    },
  );

  it("does not apply to the primary owner", async () => {
    const owner = await ownerAtStep();
    const { rows } = await server.database.admin.query(
      `select id from app.business_owner where is_primary and ${own}`,
      [owner.platformUserId],
    );
    expect((await remove(owner, rows[0].id)).status).toBe(404);
    expect((await correct(owner, rows[0].id, { firstName: "Ana" })).status).toBe(404);
  });
});

describe("co-owners API version 2", () => {
  it("returns each co-owner's share, which version 1 preserves and does not return", async () => {
    const owner = await ownerAtStep();
    const { body } = await name(owner, { ownershipPercentage: 33.33 }, v2);
    expect(body).toMatchObject({ ownershipPercentage: 33.33 });
    const [shown] = await list(owner);
    expect(shown).not.toHaveProperty("ownershipPercentage");
    expect(shown).not.toHaveProperty("isControlPerson");
    await correct(owner, body["id"], { firstName: "Luis" });
    await name(owner, {}, v1);
    expect((await list(owner, v2)).map(({ ownershipPercentage }) => ownershipPercentage)).toEqual([33.33, null]);
    expect((await correct(owner, body["id"], { ownershipPercentage: 20 }, v2)).body).toMatchObject({
      ownershipPercentage: 20,
      firstName: "Luis",
    });
  });

  it.each(wrongCoOwnersV2)("refuses $field $value with: $sentence", async (input) => {
    const owner = await ownerAtStep();
    await complete(owner, step, { ownershipPercentage: takenPercentages.primary });
    await name(owner, { email: takenCoOwnerEmail, ownershipPercentage: takenPercentages.other }, v2);
    const refused = await owner.as({ method: "POST", url: v2, payload: withWrong(rightCoOwnerV2, input) });
    expect({ status: refused.status, fields: refused.body["fields"] }).toEqual(refusing(input.field, input.sentence));
  });

  it("refuses shares of the co-owners that exceed 100 % together", async () => {
    const owner = await ownerAtStep();
    const { body } = await name(owner, { ownershipPercentage: 60 }, v2);
    const over = await name(owner, { ownershipPercentage: 40.01 }, v2);
    expect({ status: over.status, fields: over.body["fields"] }).toEqual(
      refusing("ownershipPercentage", "Ownership percentages cannot add up to more than 100"),
    );
    expect((await name(owner, { ownershipPercentage: 40 }, v2)).status).toBe(200);
    expect((await correct(owner, body["id"], { ownershipPercentage: 60.01 }, v2)).status).toBe(400);
  });

  it("asks for the primary owner's share again when a co-owner's no longer fits beside it", async () => {
    const owner = await ownerAtStep();
    await complete(owner, step, { ownershipPercentage: 100 });
    const current = async () => (await owner.as({ method: "GET", url: "/api/v1/workflow" })).body["currentStep"];
    expect(await current()).toBe("ONBOARDING.COLLECT_CONSENT");
    const { body } = await name(owner, { ownershipPercentage: 40 }, v2);
    expect(await current()).toBe(`ONBOARDING.${step}`);
    await complete(owner, step, { ownershipPercentage: 60 });
    expect(await current()).toBe("ONBOARDING.COLLECT_CONSENT");
    await correct(owner, body["id"], { ownershipPercentage: 40.01 }, v2);
    expect(await current()).toBe(`ONBOARDING.${step}`);
  });
});

describe(step, () => {
  const read = async (owner: TestPerson) =>
    (await owner.as({ method: "GET", url: `/api/v1/step/ONBOARDING.${step}` })).body["existingData"];
  const half = { ownershipPercentage: 50 };
  const nameWith = (owner: TestPerson, ownershipPercentage: number) => name(owner, { ownershipPercentage }, v2);
  const nextStep = async (owner: TestPerson) =>
    (await owner.as({ method: "GET", url: "/api/v1/workflow" })).body["currentStep"];
  const controlPersons = async (owner: TestPerson) =>
    (
      await server.database.admin.query(
        `select id, is_primary from app.business_owner where is_control_person and ${own}`,
        [owner.platformUserId],
      )
    ).rows;

  it("shows the owners named so far and what each of them owns", async () => {
    const owner = await ownerAtStep();
    await nameWith(owner, 25.5);
    await complete(owner, step, half);
    expect(await read(owner)).toEqual({
      secondaryOwners: await list(owner, v2),
      primaryOwner: { firstName: "Rosa", lastName: "Marín", email: "rosa@harbor.test", ownershipPercentage: 50 },
      isSecondaryOwnerRequired: false,
    });
  });

  it("completes without co-owners unless another owner is known to exist", async () => {
    const alone = await ownerAtStep();
    expect((await complete(alone, step, half)).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");

    const owner = await ownerAtStep();
    await server.database.admin.query(`update app.onboarding set is_co_owner_required = true where ${own}`, [
      owner.platformUserId,
    ]);
    const refused = await complete(owner, step, half);
    expect({ status: refused.status, code: refused.body["code"] }).toEqual({ status: 409, code: "CO_OWNER_REQUIRED" });
    await nameWith(owner, 50);
    expect((await complete(owner, step, half)).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
  });

  it("refuses a percentage of the primary owner that brings the total above 100 %", async () => {
    const owner = await ownerAtStep();
    await nameWith(owner, 50);
    const refused = await complete(owner, step, { ownershipPercentage: 50.01 });
    expect({ status: refused.status, fields: refused.body["fields"] }).toEqual(
      refusing("ownershipPercentage", "Ownership percentages cannot add up to more than 100"),
    );
    expect((await complete(owner, step, half)).status).toBe(200);
  });

  it("waits for the percentage of every owner", async () => {
    const owner = await ownerAtStep();
    const { body } = await name(owner);
    const refused = await complete(owner, step, half);
    expect({ status: refused.status, code: refused.body["code"] }).toEqual({
      status: 409,
      code: "OWNERSHIP_PERCENTAGE_MISSING",
    });
    await correct(owner, body["id"], { ownershipPercentage: 20 }, v2);
    expect((await complete(owner, step, half)).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
  });

  it("is open again when an owner without a percentage is added, and the same answer then completes it", async () => {
    const owner = await ownerAtStep();
    await complete(owner, step, half);
    const { body } = await name(owner);
    expect(await nextStep(owner)).toBe(`ONBOARDING.${step}`);
    expect((await complete(owner, "COLLECT_CONSENT", rightAnswers.COLLECT_CONSENT)).status).toBe(409);
    await correct(owner, body["id"], { ownershipPercentage: 20 }, v2);
    expect((await complete(owner, step, half)).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
  });

  it("records one control person: the primary owner, or the co-owner who was chosen", async () => {
    const owner = await ownerAtStep();
    const { body } = await nameWith(owner, 20);
    await complete(owner, step, half);
    expect(await controlPersons(owner)).toMatchObject([{ is_primary: true }]);
    await complete(owner, step, { ...half, controlPersonId: body["id"] });
    expect(await controlPersons(owner)).toEqual([{ id: body["id"], is_primary: false }]);
    expect(await list(owner, v2)).toMatchObject([{ isControlPerson: true }]);
    await remove(owner, body["id"]);
    expect(await controlPersons(owner)).toMatchObject([{ is_primary: true }]);
  });

  it("refuses a control person who is not an owner of the business", async () => {
    const [owner, other] = [await ownerAtStep(), await ownerAtStep()];
    const { body } = await nameWith(other, 20);
    for (const controlPersonId of [body["id"], randomUUID()]) {
      const refused = await complete(owner, step, { ...half, controlPersonId });
      expect({ status: refused.status, fields: refused.body["fields"] }).toEqual(
        refusing("controlPersonId", "Must select an option"),
      );
    }
    expect(await controlPersons(other)).toEqual([]);
  });
});

describe("email addresses of owners", () => {
  const details = rightAnswers.COLLECT_PERSONAL_DETAILS;

  it("are refused to the primary owner when a co-owner has them, in any letter case", async () => {
    const owner = await ownerAtStep();
    await name(owner, { email: "luis@harbor.test" });
    const taken = { ...details, primaryBusinessOwnerEmail: "LUIS@harbor.test" };
    const refused = await complete(owner, "COLLECT_PERSONAL_DETAILS", taken);
    expect({ status: refused.status, code: refused.body["code"] }).toEqual({
      status: 409,
      code: "USER_EMAIL_ALREADY_EXIST_EXCEPTION",
    });
    expect((await complete(owner, "COLLECT_PERSONAL_DETAILS", { ...details, city: "Bend" })).status).toBe(200);
  });

  it("go to one of the two when the primary owner and a new co-owner take the same one at once", async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await ownerAtStep();
      const email = `${randomUUID()}@owner.test`;
      await Promise.all([
        complete(owner, "COLLECT_PERSONAL_DETAILS", { ...details, primaryBusinessOwnerEmail: email }),
        name(owner, { email }),
      ]);
      const { rows } = await server.database.admin.query(
        "select count(*)::int as count from app.business_owner where email = $1",
        [email],
      );
      expect(rows[0].count).toBe(1);
    }
  });
});
