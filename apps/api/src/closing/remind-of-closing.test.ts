import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testServer } from "../http/server.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import {
  type Closing,
  closingAt,
  completeCurrent,
  initialize,
  passDays,
  putEvent,
  submitPictures,
  type World,
} from "./closing.fixture.ts";

let world: World;
beforeAll(async () => {
  const sandbox = await testSandbox();
  world = { sandbox, server: await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" }) };
});
afterAll(async () => {
  await world.server.close();
  await world.sandbox.close();
});

const reminded = async ({ id }: Closing): Promise<number> =>
  (
    await world.server.database.admin.query(
      "select from app.email where business_id = $1 and template = 'closing-unfinished'",
      [id],
    )
  ).rows.length;

/** The reminders after each of these days. */
async function afterEach(closing: Closing, days: number): Promise<number[]> {
  const counts: number[] = [];
  for (let day = 0; day < days; day++) {
    await passDays(world, closing, 1);
    counts.push(await reminded(closing));
  }
  return counts;
}

describe("owner who has chosen an offer and stopped", () => {
  it("is reminded on days 2, 5 and 10, and not again", async () => {
    const closing = await closingAt(world, "COLLECT_TAX_ID");
    await passDays(world, closing);
    expect(await afterEach(closing, 14)).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
  });

  it("is waited for anew after each step, and left in peace after going back to the offers", async () => {
    const closing = await closingAt(world, "COLLECT_TAX_ID");
    await passDays(world, closing);
    await passDays(world, closing, 1);
    await completeCurrent(world, closing);
    await passDays(world, closing);
    expect(await afterEach(closing, 2)).toEqual([0, 1]);
    await putEvent(closing, "WENT_BACK");
    await passDays(world, closing);
    expect(await afterEach(closing, 10)).toEqual(Array(10).fill(1));
  });

  it("is not reminded while their identity is decided, and after the agreement is signed", async () => {
    const submitted = await closingAt(world, "COLLECT_PERSONA");
    await submitPictures(world, (await initialize(submitted)).body);
    await world.server.database.admin.query(
      "update app.identity_inquiry set status = 'NEEDS_REVIEW' where business_id = $1",
      [submitted.id],
    );
    const before = await reminded(submitted);
    expect(await afterEach(submitted, 11)).toEqual(Array(11).fill(before));
    const signed = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { coOwners: 1 });
    await completeCurrent(world, signed);
    expect(await afterEach(signed, 11)).toEqual(Array(11).fill(0));
  });
});
