import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.fixture.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const signIn = async () => {
  const answer = await sandbox.ask(
    ...(["POST", "/experian/oauth2/v1/token", { username: "u", password: "p" }] as const),
    { client_id: "c", client_secret: "s" },
  );
  return { authorization: `Bearer ${answer.body["access_token"]}` };
};
const address = { line1: "12 Harbor Street", city: "Portland", state: "ME", zipCode: "04101" };
const question = (ssn: string) => ({
  consumerPii: {
    primaryApplicant: { name: { firstName: "Pia", lastName: "Oakes" }, ssn: { ssn }, currentAddress: address },
  },
});
const pull = async (reference: string, ssn: string) =>
  sandbox.ask("POST", "/experian/consumerservices/credit-profile/v2/credit-report", question(ssn), {
    ...(await signIn()),
    clientreferenceid: reference,
  });

describe("sandbox Experian", () => {
  it("refuses requests without a token or without a reference", async () => {
    const at = "/experian/consumerservices/credit-profile/v2/credit-report";
    expect((await sandbox.ask("POST", at, question("900000001"))).status).toBe(401);
    expect((await sandbox.ask("POST", at, question("900000001"), await signIn())).status).toBe(400);
  });

  it("issues one report per reference, across restarts, and counts the requests", async () => {
    const first = await pull("reference-1", "900000004");
    await sandbox.restart();
    expect((await pull("reference-1", "900000001")).body).toEqual(first.body);
    const { body } = await sandbox.ask("GET", "/experian/pulls.json?reference=reference-1");
    expect(body["pulls"]).toMatchObject([{ reference: "reference-1", kind: "consumer", asked: 2 }]);
  });

  it("stores neither an SSN nor an EIN", async () => {
    const [ssn, ein] = ["412093187", "471902336"];
    await pull("reference-2", ssn);
    const business = { name: "Harbor Bakery", street: "12 Harbor Street", city: "Portland", state: "ME", zip: "04101" };
    const search = { ...business, subcode: "1", taxId: ein };
    await sandbox.ask("POST", "/experian/businessinformation/businesses/v1/search", search, await signIn());
    const world = path.join(sandbox.dir, "world");
    const kept = readdirSync(world).map((file) => readFileSync(path.join(world, file), "utf8"));
    expect(kept.join()).toContain("reference-2");
    for (const number of [ssn, ein]) expect(kept.join()).not.toContain(number);
  });
});
