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
const names: Record<string, Ending> = { slow: "slow", review: "review", imposter: "fail" };

export const endingOf = (lastName: string): Ending => names[lastName.trim().toLowerCase()] ?? "pass";

/** Expired before it was started. */
export const isExpired = (lastName: string): boolean => lastName.trim().toLowerCase() === "expired";

/** The vendor's page cannot be opened at all. */
export const isBroken = (lastName: string): boolean => lastName.trim().toLowerCase() === "broken";

export const scenarios: readonly Scenario[] = [
  { value: "last name `Imposter`", happens: endings.fail },
  { value: "last name `Review`", happens: endings.review },
  { value: "last name `Slow`", happens: endings.slow },
  { value: "last name `Expired`", happens: "The check has expired when it is opened, until it is resumed." },
  { value: "last name `Broken`", happens: "The page reports an error instead of opening." },
  { value: "any other name", happens: "Passes, unless another ending is chosen on the page." },
  {
    value: "`localhost:4002/persona` as the host of the vendor's browser library",
    happens: "Opens the check in a frame. No camera is needed: there are sample pictures.",
  },
];
