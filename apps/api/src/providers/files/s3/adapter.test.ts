import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeFiles, type FilesWorld } from "../port.suite.ts";
import { s3Files } from "./adapter.ts";

let sandbox: TestSandbox;
let world: FilesWorld;

beforeAll(async () => {
  const portalOrigin = "https://portal.example";
  sandbox = await testSandbox({ PORTAL_URL: portalOrigin });
  const settings = {
    S3_URL: `${sandbox.url}/s3`,
    S3_REGION: "us-east-1",
    S3_BUCKET: "inlay",
    S3_ACCESS_KEY_ID: "sandbox",
    S3_SECRET_ACCESS_KEY: "sandbox",
    S3_TIMEOUT_MS: 1_500,
  };
  world = {
    files: s3Files(settings),
    unreachable: s3Files({ ...settings, S3_URL: `http://127.0.0.1:${await freePort()}` }),
    anonymous: s3Files({ ...settings, S3_SECRET_ACCESS_KEY: "guessed" }),
    portalOrigin,
    setFaults: (kinds) => sandbox.put("/faults/s3", { faults: kinds.map((kind) => ({ kind })) }),
  };
});
afterAll(() => sandbox.close());

describe("files by S3", () => {
  behavesLikeFiles(() => world);
});
