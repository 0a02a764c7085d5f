import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { madeUpList } from "../../../../../../scripts/made-up-list.ts";
import { behavesLikeSanctions, type SanctionsWorld } from "../port.suite.ts";
import { listFileSanctions } from "./adapter.ts";

const ours = path.resolve(import.meta.dirname, "../../../../sanctions");
let folder: string;
let world: SanctionsWorld;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "inlay-list-"));
  for (const file of ["sdn.csv", "alt.csv"]) copyFileSync(path.join(ours, file), path.join(folder, file));
  world = {
    sanctions: listFileSanctions(path.join(folder, "sdn.csv")),
    without: listFileSanctions(path.join(folder, "nowhere", "sdn.csv")),
    publish: async (people) => {
      const lines = people.map((name, n) => `${n + 1},"${name}","individual","TEST"${",-0- ".repeat(8)}`);
      writeFileSync(path.join(folder, "sdn.csv"), lines.join("\r\n"));
      writeFileSync(path.join(folder, "alt.csv"), "");
    },
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("sanctions list from a file", () => {
  behavesLikeSanctions(() => world);

  it("has a bundled sandbox list that equals the script's output byte for byte", () => {
    for (const [file, text] of Object.entries(madeUpList()))
      expect(readFileSync(path.join(ours, file), "utf8") === text, file).toBe(true);
  });
});
