type Row = Record<string, unknown>;

/** The wire names of the fields whose given value differs from the stored one. */
export const changesIn = (kept: Row, given: Row, columnOf: Record<string, string>): string[] =>
  Object.entries(columnOf)
    .filter(([, column]) => column in given && !isSame(kept[column], given[column]))
    .map(([field]) => field);

/** A JSON column is read as an object and written as text. */
function isSame(kept: unknown, given: unknown): boolean {
  if (kept === null || typeof kept !== "object") return kept === given;
  return typeof given === "string" && sorted(kept) === sorted(JSON.parse(given));
}

const sorted = (value: object): string => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
