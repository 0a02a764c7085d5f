import { describe, expect, it } from "vitest";
import { decisionPollAfterMs, pollAfterMs, pollsFor, showsSurvey } from "./waiting.ts";

describe("survey", () => {
  const first = {
    onboardingSurveyEnabled: true,
    onboardingSurveyComplete: false,
    hasSeenWaitingForOffersBefore: false,
  };
  it("is shown on the first visit", () => expect(showsSurvey(first)).toBe(true));
  it("is not shown where it is disabled", () =>
    expect(showsSurvey({ ...first, onboardingSurveyEnabled: false })).toBe(false));
  it("is not shown again once it is answered", () =>
    expect(showsSurvey({ ...first, onboardingSurveyComplete: true })).toBe(false));
  it("is not shown on a later visit, answered or not", () =>
    expect(showsSurvey({ ...first, hasSeenWaitingForOffersBefore: true })).toBe(false));
});

describe("polling for credit reports", () => {
  it("is every second until the stated number of polls, and then every 5 seconds", () => {
    const after = (asked: number) => pollAfterMs({ isComplete: false, asked, polls: 30 });
    expect([after(1), after(29), after(30), after(31)]).toEqual([1_000, 1_000, 5_000, 5_000]);
  });

  it("stops when the reports are complete, early or late", () => {
    expect(pollAfterMs({ isComplete: true, asked: 1, polls: 30 })).toBe(false);
    expect(pollAfterMs({ isComplete: true, asked: 31, polls: 30 })).toBe(false);
  });

  it("takes the number that the server states, or 15", () => {
    expect(pollsFor({ creditReportPolls: 30 })).toBe(30);
    expect(pollsFor(null)).toBe(15);
  });
});

describe("polling for a decision", () => {
  it("is every 5 seconds for two minutes, every 15 seconds for a quarter of an hour, and then every minute", () => {
    const minutes = [0, 1.9, 2, 14.9, 15, 600];
    const seconds = minutes.map((waited) => decisionPollAfterMs(waited * 60_000) / 1_000);
    expect(seconds).toEqual([5, 5, 15, 15, 60, 60]);
  });
});
