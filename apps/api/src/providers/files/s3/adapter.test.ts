import { afterAll, beforeAll, describe } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { behavesLikeFiles, type FilesWorld } from "../port.suite.ts";
import { s3Files } from "./adapter.ts";
import { s3 } from "./config.ts";

let vendor: TestVendor<typeof s3.variables>;
let world: FilesWorld;

beforeAll(async () => {
  const portalOrigin = "https://portal.example";
  vendor = await startVendor(s3, { PORTAL_URL: portalOrigin, S3_TIMEOUT_MS: String(patienceMs) });
  const { settings, unreachable, setFaults } = vendor;
  world = {
    files: s3Files(settings()),
    impatient: s3Files(settings({ S3_TIMEOUT_MS: String(impatienceMs) })),
    unreachable: s3Files(unreachable),
    anonymous: s3Files(settings({ S3_SECRET_ACCESS_KEY: "guessed" })),
    portalOrigin,
    setFaults,
  };
});
afterAll(() => vendor.close());

describe("files by S3", () => {
  behavesLikeFiles(() => world);
});
