import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { readConfig } from "../../../config.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeCredit, type CreditWorld } from "../port.suite.ts";
import { experianCredit } from "./adapter.ts";

let sandbox: TestSandbox;
let world: CreditWorld;

beforeAll(async () => {
  sandbox = await testSandbox();
  const creditAt = (url: string, secret = "test") =>
    experianCredit(
      readConfig({
        DATABASE_URL: "postgres://nowhere",
        SESSION_SECRET: "x".repeat(32),
        KEY_VAULT_FILE: "nowhere",
        EXPERIAN_URL: url,
        EXPERIAN_CLIENT_SECRET: secret,
        EXPERIAN_TIMEOUT_MS: "2000",
      }),
    );
  world = {
    credit: creditAt(`${sandbox.url}/experian`),
    unreachable: creditAt(`http://127.0.0.1:${await freePort()}`),
    anonymous: creditAt(`${sandbox.url}/experian`, "wrong"),
    // Only report requests lose their responses: a lost token response would not test a pull.
    setFaults: (kinds) =>
      sandbox.put("/faults/experian", {
        faults: kinds.map((kind) => (kind.startsWith("accepted") ? { kind, only: "/credit-report" } : { kind })),
      }),
    pulls: async (reference) =>
      (await sandbox.ask<{ pulls: unknown[] }>(`/experian/pulls.json?reference=${reference}`)).pulls,
  };
});
afterAll(() => sandbox.close());

describe("credit reports by Experian", () => behavesLikeCredit(() => world));
