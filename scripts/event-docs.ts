// Writes docs/events.md from the event catalog. With --check, fails if it is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type EventKind, eventCatalog } from "@inlay/contracts/events/catalog.ts";
import type { EventDefinition } from "@inlay/contracts/events/event.ts";
import { handledBy } from "../apps/api/src/db/handled-by.ts";

const file = path.resolve(import.meta.dirname, "../docs/events.md");

const bodyOf = ({ body }: EventDefinition): string =>
  Object.entries(body.shape)
    .map(([name, field]) => `\`${name}\`${field._zod.optin === "optional" ? "?" : ""}`)
    .join(", ");

const columns = ["event", "when", "body", "about", "version", "seen by", "webhook", "handled by"];
const rows = Object.entries<EventDefinition>(eventCatalog)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([kind, event]) => [
    `\`${kind}\``,
    event.when,
    bodyOf(event),
    event.object,
    String(event.version),
    event.visibility,
    event.webhook ? `\`${event.webhook}\`` : "",
    handledBy[kind as EventKind].map((slice) => `\`${slice}\``).join(", "),
  ]);
// The formatter of the repository aligns the cells of a table.
const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((cells) => cells[at]?.length ?? 0)));
const lines = [columns, widths.map((width) => "-".repeat(width)), ...rows].map(
  (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`,
);

const text = `# Events

Generated from the [catalog](../packages/contracts/src/events/catalog.ts) by \`npm run generate\`.

An event is recorded in the transaction of its cause and belongs to the stream of its business, or of its platform where there is no
business. Its body holds ids and figures, never personal data. Partners receive the events with a webhook name; staff see them and the
events for staff; an internal event only triggers handlers. \`?\` marks a field that may be missing.

${lines.join("\n")}
`;

if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  console.error("docs/events.md is out of date. Run: npm run generate");
  process.exitCode = 1;
}
