import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const at = (file: string) => path.join(root, file);
const lists = {
  estimate: at("packages/lending/src/onboarding/minutes.ts"),
  contract: at("packages/contracts/src/onboarding/steps.ts"),
  staffAnswer: at("packages/contracts/src/staff/onboarding-answers.ts"),
  handler: at("apps/api/src/onboarding/steps/handlers.ts"),
  staffReader: at("apps/api/src/onboarding/staff/overview.ts"),
  status: at("apps/api/src/partners/businesses/business-status.ts"),
  screen: at("apps/portal/src/onboarding/screens.ts"),
  sample: at("apps/portal/src/onboarding/test-business/samples.ts"),
  name: at("apps/portal/src/onboarding/step-list/step-names.ts"),
};

const inputLists = {
  contract: at("packages/contracts/src/onboarding/additional-inputs.ts"),
  handler: at("apps/api/src/onboarding/additional-inputs/handlers.ts"),
  screen: at("apps/portal/src/onboarding/additional-inputs/input-screens.ts"),
  sample: at("apps/portal/src/onboarding/test-business/samples.ts"),
};

const productLists = {
  domain: at("packages/lending/src/products/all.ts"),
  screens: at("apps/portal/src/products/product-screens.ts"),
};

/** Compiles with some files changed. Returns the files with errors and the first error of each. */
function complaints(
  inLists: Record<string, string>,
  changed: Record<string, (text: string) => string>,
): Map<string, string> {
  const { config } = ts.readConfigFile(at("tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost({ ...options, incremental: false });
  const { readFile, getSourceFile } = host;
  const read = (file: string) => changed[file]?.(readFile(file) ?? "") ?? readFile(file);
  host.readFile = read;
  host.getSourceFile = (file, ...rest) =>
    file in changed ? ts.createSourceFile(file, read(file) ?? "", rest[0]) : getSourceFile(file, ...rest);
  const program = ts.createProgram(Object.values(inLists), { ...options, incremental: false, noEmit: true }, host);
  return new Map(
    Object.values(inLists).flatMap((file) => {
      const [first] = program.getSemanticDiagnostics(program.getSourceFile(file));
      return first ? [[file, ts.flattenDiagnosticMessageText(first.messageText, "\n")] as const] : [];
    }),
  );
}

it("a new onboarding step: the compiler requires an entry in nine lists", () => {
  expect(complaints(lists, {})).toEqual(new Map());
  const wanted = complaints(lists, {
    [at("packages/lending/src/onboarding/steps.ts")]: (text) =>
      text.replace('"START_FLOW",', '"START_FLOW",\n  "COLLECT_PETS",'),
  });
  expect([...wanted.keys()]).toEqual(Object.values(lists));
  for (const words of wanted.values()) expect(words).toContain("COLLECT_PETS");
});

it("a new input requested after consent: the compiler requires an entry in four lists", () => {
  expect(complaints(inputLists, {})).toEqual(new Map());
  const wanted = complaints(inputLists, {
    [at("packages/lending/src/onboarding/steps.ts")]: (text) =>
      text.replace('"RECOLLECT_PLAID",', '"RECOLLECT_PLAID",\n  "RECOLLECT_PETS",'),
  });
  expect([...wanted.keys()]).toEqual(Object.values(inputLists));
  for (const words of wanted.values()) expect(words).toContain("RECOLLECT_PETS");
});

it("a new product type: the compiler requires an entry in the domain's list and in the portal's", () => {
  expect(complaints(productLists, {})).toEqual(new Map());
  const wanted = complaints(productLists, {
    [at("packages/lending/src/products/product-type.ts")]: (text) =>
      text.replace('"TERM_LOAN",', '"TERM_LOAN",\n  "PET_LOAN",'),
  });
  expect([...wanted.keys()]).toEqual(Object.values(productLists));
  for (const words of wanted.values()) expect(words).toContain("PET_LOAN");
});
