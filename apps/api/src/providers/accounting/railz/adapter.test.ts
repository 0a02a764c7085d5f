import { afterAll, beforeAll, describe } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { type AccountingWorld, behavesLikeAccounting } from "../port.suite.ts";
import { railzAccounting } from "./adapter.ts";
import { railz } from "./config.ts";

let vendor: TestVendor<typeof railz.variables>;
let world: AccountingWorld;

beforeAll(async () => {
  vendor = await startVendor(railz, { RAILZ_WEBHOOK_SECRET: "a secret of the test" });
  const { sandbox, settings, unreachable, setClock, setFaults, webhooksAbout } = vendor;
  const onPage = async (step: string, body: object) => {
    const response = await fetch(`${sandbox.url}/railz/connect/${step}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the connection page refused ${step}`);
  };
  world = {
    accounting: railzAccounting(settings(), patienceMs),
    impatient: railzAccounting(settings(), impatienceMs),
    unreachable: railzAccounting(unreachable, patienceMs),
    anonymous: railzAccounting(settings({ RAILZ_SECRET: "wrong", RAILZ_WEBHOOK_SECRET: "wrong" }), patienceMs),
    connect: async (url, user = "anybody", companyId = "bakery") => {
      const businessName = new URL(url).searchParams.get("businessName");
      const login = { businessName, serviceName: "quickbooks", user, password: "secret" };
      await onPage("login", login);
      await onPage("allow", { ...login, companyId });
    },
    setClock,
    setFaults: (kinds) => setFaults(kinds, "GET /connections"),
    forgetKeys: async () => {
      await fetch(`${sandbox.url}/railz/getAccess/withdraw`, { method: "POST" });
    },
    webhooks: webhooksAbout,
  };
});
afterAll(() => vendor.close());

describe("accounting by Railz", () => behavesLikeAccounting(() => world));
