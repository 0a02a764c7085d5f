import type { Scenario } from "../world/ground.ts";

/** A document with this word in its name cannot be read. */
export const unreadable = "unreadable";
/** A recipient whose address begins with this gets an expired session. */
export const tooLate = "too-late";

export const scenarios: readonly Scenario[] = [
  { value: `A document’s name with \`${unreadable}\``, happens: "Cannot be read: it ends as `document.error`." },
  {
    value: `A recipient’s address that begins with \`${tooLate}\``,
    happens: "Gets an expired session.",
  },
  {
    value: "A recipient who is not next in the signing order",
    happens: "Sees a page that says so; the others sign first.",
  },
  {
    value: "Anything else",
    happens: "Is read within a second, sent, and signed in the frame at `/pandadoc/s/{session}`.",
  },
];
