import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeAMailer } from "../port.suite.ts";
import { smtpMailer } from "./adapter.ts";

let sandbox: TestSandbox;
let nowhere: number;
beforeAll(async () => {
  sandbox = await testSandbox();
  nowhere = await freePort();
});
afterAll(() => sandbox.close());

describe("mail over SMTP", () => {
  behavesLikeAMailer(
    () => smtpMailer(sandbox.smtpUrl),
    () => smtpMailer(`smtp://127.0.0.1:${nowhere}`),
    (to) => sandbox.mailsTo(to),
  );
});
