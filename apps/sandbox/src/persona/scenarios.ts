import type { Scenario } from "../world/ground.ts";

/** How a check ends, once the person has done their part. */
export const endings = {
  pass: "Approved at once.",
  slow: "Completed, and approved an hour later, by the business's time.",
  review: "Somebody has to look at it (`needs_review`); approved two days later.",
  fail: "The pictures do not show the person (`failed`).",
} as const;
export type Ending = keyof typeof endings;

/** A last name that chooses the ending; the page offers the same choice to everybody else. */
const names: Record<string, Ending> = { slow: "slow", review: "review", imposter: "fail" };

export const endingOf = (lastName: string): Ending => names[lastName.trim().toLowerCase()] ?? "pass";

/** Left lying before it was begun. */
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
