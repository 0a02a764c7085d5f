import { afterAll, beforeAll, describe } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { behavesLikeCredit, type CreditWorld } from "../port.suite.ts";
import { experianCredit } from "./adapter.ts";
import { experian } from "./config.ts";

let vendor: TestVendor<typeof experian.variables>;
let world: CreditWorld;

beforeAll(async () => {
  vendor = await startVendor(experian, { EXPERIAN_TIMEOUT_MS: String(patienceMs) });
  const { sandbox, settings, unreachable } = vendor;
  world = {
    credit: experianCredit(settings()),
    impatient: experianCredit(settings({ EXPERIAN_TIMEOUT_MS: String(impatienceMs) })),
    unreachable: experianCredit(unreachable),
    anonymous: experianCredit(settings({ EXPERIAN_CLIENT_SECRET: "wrong" })),
    // Only report requests lose their responses: a lost token response would not test a pull.
    setFaults: (kinds) =>
      sandbox.put("/faults/experian", {
        faults: kinds.map((kind) => (kind.startsWith("accepted") ? { kind, only: "/credit-report" } : { kind })),
      }),
    pulls: async (reference) =>
      (await sandbox.ask<{ pulls: unknown[] }>(`/experian/pulls.json?reference=${reference}`)).pulls,
  };
});
afterAll(() => vendor.close());

describe("credit reports by Experian", () => behavesLikeCredit(() => world));
