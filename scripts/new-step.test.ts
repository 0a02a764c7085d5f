import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const at = (file: string) => path.join(root, file);
const lists = {
  contract: at("packages/contracts/src/onboarding/steps.ts"),
  handler: at("apps/api/src/onboarding/handlers.ts"),
  screen: at("apps/portal/src/onboarding/screens.ts"),
};

/** The files with errors when these files read differently, and what the compiler misses in them. */
function complaints(changed: Record<string, (text: string) => string>): Map<string, string> {
  const { config } = ts.readConfigFile(at("tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost({ ...options, incremental: false });
  const { readFile, getSourceFile } = host;
  const read = (file: string) => changed[file]?.(readFile(file) ?? "") ?? readFile(file);
  host.readFile = read;
  host.getSourceFile = (file, ...rest) =>
    file in changed ? ts.createSourceFile(file, read(file) ?? "", rest[0]) : getSourceFile(file, ...rest);
  const program = ts.createProgram(Object.values(lists), { ...options, incremental: false, noEmit: true }, host);
  return new Map(
    Object.values(lists).flatMap((file) => {
      const [first] = program.getSemanticDiagnostics(program.getSourceFile(file));
      return first ? [[file, ts.flattenDiagnosticMessageText(first.messageText, "\n")] as const] : [];
    }),
  );
}

it("a step that is taken off the list of later ones is asked for in the contracts, the server's handlers and the portal's screens", () => {
  expect(complaints({})).toEqual(new Map());
  const wanted = complaints({ [lists.contract]: (text) => text.replace('  "COLLECT_CONSENT",\n', "") });
  expect([...wanted.keys()]).toEqual(Object.values(lists));
  for (const words of wanted.values()) expect(words).toContain("COLLECT_CONSENT");
}, 120_000);

it("a step that is new on the path is asked for in the same three lists", () => {
  const wanted = complaints({
    [at("packages/lending/src/onboarding/steps.ts")]: (text) =>
      text.replace('"START_FLOW",', '"START_FLOW",\n  "COLLECT_PETS",'),
  });
  expect([...wanted.keys()]).toEqual(Object.values(lists));
  for (const words of wanted.values()) expect(words).toContain("COLLECT_PETS");
}, 120_000);
