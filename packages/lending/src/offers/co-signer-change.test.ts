import { describe, expect, it } from "vitest";
import { coSignerChangeDueAt, whyDecide } from "./co-signer-change.ts";

const out = { status: "SENT", isSignedByPrimary: true } as const;

describe("co-owner whose signature is missing: the primary owner decides", () => {
  it.each([
    ["after the last reminder", { agreement: out, hasSigned: false, isUnanswered: true }, "UNANSWERED"],
    ["not before", { agreement: out, hasSigned: false, isUnanswered: false }, null],
    [
      "at once after a declined signature",
      { agreement: { ...out, status: "DECLINED" }, hasSigned: false, isUnanswered: false },
      "DECLINED",
    ],
    [
      "not after their own refusal",
      { agreement: { status: "DECLINED", isSignedByPrimary: false }, hasSigned: false, isUnanswered: false },
      null,
    ],
    ["not about whoever has signed", { agreement: out, hasSigned: true, isUnanswered: true }, null],
    [
      "not after everybody has signed",
      { agreement: { ...out, status: "COMPLETED" }, hasSigned: true, isUnanswered: true },
      null,
    ],
    [
      "after a decision about another owner has voided the agreement",
      { agreement: { ...out, status: "VOIDED" }, hasSigned: false, isUnanswered: true },
      "UNANSWERED",
    ],
    [
      "not about a voided agreement for which they had time",
      { agreement: { ...out, status: "VOIDED" }, hasSigned: false, isUnanswered: false },
      null,
    ],
  ] as const)("%s", (_, signature, expected) => expect(whyDecide(signature)).toBe(expected));

  it("staff have one banking day for a change: on a Friday, until the end of work on Monday", () => {
    expect(coSignerChangeDueAt(new Date("2026-11-20T15:00:00Z"))).toEqual(new Date("2026-11-23T22:00:00Z"));
  });
});
