import { describe, expect, it, vi } from "vitest";
import { pollParseResult } from "./use-parse-result.ts";

const read = { amountCents: 620_000, remainingBalanceCents: 500_000, issueDate: "2026-07-28", dueDate: "2026-09-14" };

function poll(answers: (object | null | Error)[], isBill = false) {
  const pause = vi.fn(async (_ms: number) => undefined);
  const onFailed = vi.fn();
  const ask = vi.fn(async () => {
    const answer = answers.shift() ?? null;
    if (answer instanceof Error) throw answer;
    return { invoiceParseResult: answer };
  });
  const known = pollParseResult({ ask: ask as never, pause, onFailed }, "document", isBill);
  return { known, ask, pause, onFailed };
}

describe("the parse result of an invoice file", () => {
  it("is polled every 1000 ms up to 5 times", async () => {
    const { known, ask, pause } = poll([]);
    expect(await known).toBeNull();
    expect(ask).toHaveBeenCalledTimes(5);
    expect(pause.mock.calls.map(([ms]) => ms)).toEqual([1000, 1000, 1000, 1000, 1000]);
  });

  it("prefills the details as soon as it is there", async () => {
    const { known, ask } = poll([null, read]);
    expect(await known).toEqual({
      amountCents: 620_000,
      requestedCents: 620_000,
      issueDate: "2026-07-28",
      dueDate: "2026-09-14",
    });
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("of a bill prefills the remaining balance", async () => {
    expect(await poll([read], true).known).toMatchObject({ amountCents: 500_000, requestedCents: 500_000 });
    expect(await poll([{ ...read, remainingBalanceCents: null }], true).known).toMatchObject({ amountCents: 620_000 });
  });

  it("A failed poll ends polling with no result", async () => {
    const { known, ask, onFailed } = poll([null, new Error("no answer"), read]);
    expect(await known).toBeNull();
    expect(ask).toHaveBeenCalledTimes(2);
    expect(onFailed).toHaveBeenCalledOnce();
  });
});
