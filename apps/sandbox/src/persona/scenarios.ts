import type { Scenario } from "../world/ground.ts";

/** How an inquiry ends after the person has submitted the pictures. */
export const endings = {
  pass: "Approved at once.",
  slow: "Completed, and approved an hour later, by the business's time.",
  review: "Needs manual review (`needs_review`); approved two days later.",
  fail: "The pictures do not show the person (`failed`).",
} as const;
export type Ending = keyof typeof endings;

/** Last names that select the ending. For all other names the page offers the choice. */
const names: Record<string, Ending> = { Imposter: "fail", Review: "review", Slow: "slow" };
const expired = "Expired";
const broken = "Broken";

const isNamed = (lastName: string, name: string) => lastName.trim().toLowerCase() === name.toLowerCase();

export const endingOf = (lastName: string): Ending =>
  Object.entries(names).find(([name]) => isNamed(lastName, name))?.[1] ?? "pass";

/** Expired before it was started. */
export const isExpired = (lastName: string): boolean => isNamed(lastName, expired);

/** The vendor's page cannot be opened at all. */
export const isBroken = (lastName: string): boolean => isNamed(lastName, broken);

export const scenarios: readonly Scenario[] = [
  ...Object.entries(names).map(([name, ending]) => ({ value: `last name \`${name}\``, happens: endings[ending] })),
  { value: `last name \`${expired}\``, happens: "The check has expired when it is opened, until it is resumed." },
  { value: `last name \`${broken}\``, happens: "The page reports an error instead of opening." },
  { value: "any other name", happens: "Passes, unless another ending is chosen on the page." },
  {
    value: "`localhost:4002/persona` as the host of the vendor's browser library",
    happens: "Opens the check in a frame. No camera is needed: there are sample pictures.",
  },
];
