import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { refusedPrefix } from "./email/smtp.ts";
import { placeWords } from "./places/routes.ts";
import { vendorsFrom } from "./vendors.ts";
import { faultKinds } from "./world/faults.ts";
import { openWorld, type Scenario } from "./world/ground.ts";

const readme = path.resolve(import.meta.dirname, "../README.md");
const heading = "## Scenarios\n";
const local = path.resolve(import.meta.dirname, "../../../.local");
mkdirSync(local, { recursive: true });
const dir = mkdtempSync(path.join(local, "readme-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The values that are not in the table of a vendor. */
const email: Scenario[] = [
  { value: `a recipient \`${refusedPrefix}…@…\``, happens: "The mail server refuses the address permanently (550)." },
  { value: "any other recipient", happens: "The email is accepted and appears in the inbox." },
];
const places: Scenario[] = [
  { value: `\`${placeWords.fails}\` in the address`, happens: "Answers 503." },
  { value: `\`${placeWords.hangs}\` in the address`, happens: "Answers after ten seconds." },
  { value: "any other input", happens: "Suggests those of its made-up addresses that contain it, such as `12 Main`." },
];

it("README: the list of scenarios is that of the code (update with: npm test -- apps/sandbox/src/readme.test.ts -u)", async () => {
  const world = await openWorld(path.join(dir, "world"), await vendorsFrom({}, dir));
  await world.stop();
  const vendors = [...world.vendors].sort((a, b) => a.name.localeCompare(b.name));
  expect(vendors.length).toBeGreaterThan(9);
  for (const { name, scenarios } of vendors) expect(scenarios.length, name).toBeGreaterThan(0);
  const sections = [
    section("Email, at the SMTP port", "value", email),
    section("Address suggestions, as Google Places (New), at `/places`", "value", places),
    ...vendors.map(({ name, title, scenarios }) => section(`${title}, at \`/${name}\``, "value", scenarios)),
    section(
      "Faults, at `PUT /faults/{vendor}`",
      "kind",
      Object.entries(faultKinds).map(([kind, happens]) => ({ value: `\`${kind}\``, happens })),
    ),
  ];
  const written = readFileSync(readme, "utf8");
  const end = written.indexOf(heading) + heading.length;
  await expect(`${written.slice(0, end)}\n${sections.join("\n")}`).toMatchFileSnapshot(readme);
});

function section(title: string, head: string, scenarios: readonly Scenario[]): string {
  const rows = [
    { value: head, happens: "what happens" },
    ...scenarios.map(({ value, happens }) => ({ value: cell(value), happens: cell(happens) })),
  ];
  // Padded as the formatter pads tables.
  const [left, right] = [widest(rows.map(({ value }) => value)), widest(rows.map(({ happens }) => happens))];
  const lines = rows.map(({ value, happens }) => `| ${value.padEnd(left)} | ${happens.padEnd(right)} |`);
  lines.splice(1, 0, `| ${"-".repeat(left)} | ${"-".repeat(right)} |`);
  return `### ${title}\n\n${lines.join("\n")}\n`;
}

const widest = (texts: string[]) => Math.max(...texts.map((text) => text.length));
const cell = (text: string) => text.replaceAll("|", "\\|");
