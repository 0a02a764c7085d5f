import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { behavesLikeKeyVault } from "../port.suite.ts";
import { createKeyFile, type KeyFile, localKeyVault } from "./adapter.ts";

const dir = mkdtempSync(path.join(tmpdir(), "key-vault-"));
const file = path.join(dir, "keys.json");
createKeyFile(file);

describe("key vault in a file", () => {
  behavesLikeKeyVault(() => {
    const other = path.join(dir, "other.json");
    createKeyFile(other);
    const [first, second] = [file, other].map((name) => JSON.parse(readFileSync(name, "utf8")) as KeyFile);
    const rotated = path.join(dir, "rotated.json");
    const masterKeys = { ...first?.masterKeys, ...second?.masterKeys };
    writeFileSync(rotated, JSON.stringify({ masterKeyId: second?.masterKeyId, masterKeys }));
    return { vault: localKeyVault(file), rotated: localKeyVault(rotated) };
  });

  it("is an error when the file is missing, and the file is not created", () => {
    const missing = path.join(dir, "missing.json");
    for (const _ of ["first start", "second start"]) {
      expect(() => localKeyVault(missing)).toThrow(`The key file ${missing} cannot be read.`);
    }
  });

  it("keeps the keys of a file that exists", () => {
    const before = readFileSync(file, "utf8");
    createKeyFile(file);
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});
