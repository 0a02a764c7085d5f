import type { Scenario } from "../world/ground.ts";

/** Words in a document's name that make something happen to it. */
export const unreadable = "unreadable";
/** A recipient whose address begins so gets a session that is over already. */
export const tooLate = "too-late";

export const scenarios: readonly Scenario[] = [
  { value: `A document’s name with \`${unreadable}\``, happens: "Cannot be read: it ends as `document.error`." },
  {
    value: `A recipient’s address that begins with \`${tooLate}\``,
    happens: "Gets a session that has expired already.",
  },
  { value: "A recipient whose turn has not come", happens: "Sees a page that says so; the others sign first." },
  {
    value: "Anything else",
    happens: "Is read within a second, sent, and signed in the frame at `/pandadoc/s/{session}`.",
  },
];
