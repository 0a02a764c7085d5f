import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeAddressSuggest } from "../port.suite.ts";
import { placesSuggest } from "./adapter.ts";

let sandbox: TestSandbox;
let nowhere: number;
beforeAll(async () => {
  sandbox = await testSandbox();
  nowhere = await freePort();
});
afterAll(() => sandbox.close());

describe("address suggestions by Places", () => {
  behavesLikeAddressSuggest(
    () => placesSuggest(`${sandbox.url}/places`, "test"),
    () => placesSuggest(`http://127.0.0.1:${nowhere}`, "test"),
  );
});
