import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { behavesLikeKeyVault } from "../port.suite.ts";
import { KeyVaultRefused, KeyVaultUnavailable } from "../port.ts";
import { kmsKeyVault } from "./adapter.ts";
import { kms } from "./config.ts";

const arn = (name: string) => `arn:aws:kms:us-east-1:000000000000:key/${name}`;

let vendor: TestVendor<typeof kms.variables>;
beforeAll(async () => {
  vendor = await startVendor(kms, { KMS_TIMEOUT_MS: String(patienceMs) });
});
afterAll(() => vendor.close());

describe("key vault by AWS KMS", () => {
  behavesLikeKeyVault(() => ({
    vault: kmsKeyVault(vendor.settings()),
    rotated: kmsKeyVault(vendor.settings({ KMS_KEY_ID: arn("inlay-2") })),
  }));

  it("refuses a master key that does not exist or is disabled, and wrong credentials", async () => {
    for (const changes of [
      { KMS_KEY_ID: arn("unknown") },
      { KMS_KEY_ID: arn("disabled-1") },
      { KMS_SECRET_ACCESS_KEY: "guessed" },
      { KMS_ACCESS_KEY_ID: "guessed" },
    ]) {
      await expect(kmsKeyVault(vendor.settings(changes)).generate("one")).rejects.toThrow(KeyVaultRefused);
    }
  });

  it("is unavailable when the service cannot be reached, hangs or is throttled for longer than the timeout", async () => {
    await expect(kmsKeyVault(vendor.unreachable).generate("one")).rejects.toThrow(KeyVaultUnavailable);
    const impatient = kmsKeyVault(vendor.settings({ KMS_TIMEOUT_MS: String(impatienceMs) }));
    for (const kind of ["hang", "429", "500", "outage"]) {
      await vendor.setFaults([kind]);
      await expect(impatient.generate("one"), kind).rejects.toThrow(KeyVaultUnavailable);
    }
    await vendor.setFaults([]);
  });

  it("is asked for a key by ARN, because an alias can be moved to another key", () => {
    expect(() => vendor.settings({ KMS_KEY_ID: "alias/inlay" })).toThrow("the ARN of a key, not an alias");
  });
});
