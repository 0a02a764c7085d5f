import type { LoanScheduleRow } from "@inlay/contracts/servicing/term-loan.ts";

type Words = { name: string; titleOf: (row: LoanScheduleRow) => string; stampedAt: Date };

/** A calendar file (RFC 5545) with a day for each payment that is still to come. Lines end in CRLF and have at most 75 bytes. */
export function dueDatesCalendar(schedule: readonly LoanScheduleRow[], { name, titleOf, stampedAt }: Words): string {
  const stamp = stampedAt.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const events = schedule
    .filter(({ status }) => status !== "PAID")
    .flatMap((row) => {
      const day = row.takenOn ?? row.dueOn;
      return [
        "BEGIN:VEVENT",
        `UID:${row.obligationId}@inlay`,
        `DTSTAMP:${stamp}`,
        `DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`,
        `SUMMARY:${escaped(titleOf(row))}`,
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
      ];
    });
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Inlay//Payments//EN", `X-WR-CALNAME:${escaped(name)}`];
  return [...lines, ...events, "END:VCALENDAR"].map((line) => `${folded(line)}\r\n`).join("");
}

const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

const bytes = new TextEncoder();

/** A long line continues on the next one after a space. A character is never divided. */
function folded(line: string): string {
  let [text, length] = ["", 0];
  for (const character of line) {
    const size = bytes.encode(character).length;
    if (length + size > 75) [text, length] = [`${text}\r\n `, 1];
    text += character;
    length += size;
  }
  return text;
}
