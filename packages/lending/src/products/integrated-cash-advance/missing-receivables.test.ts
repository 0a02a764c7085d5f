import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { awaitedSince, missingFrom } from "./missing-receivables.ts";

const fundedOn = businessDate("2026-01-15");
const day = (text: string | null) => (text === null ? null : businessDate(text));
const since = (lastReceivableOn: string | null, firstSaleOn: string | null) =>
  awaitedSince({ fundedOn, lastReceivableOn: day(lastReceivableOn), firstSaleOn: day(firstSaleOn) });

describe("receivables of an integrated advance", () => {
  it("are awaited from the last one, or from the funding, while sales are reported", () => {
    expect(since("2026-02-02", "2026-02-03")).toBe("2026-02-02");
    expect(since(null, "2026-01-16")).toBe(fundedOn);
    expect(missingFrom(businessDate("2026-02-02"))).toBe("2026-02-16");
  });

  it("are not awaited without sales, and after a pause from the day before sales begin again", () => {
    expect(since("2026-02-02", null)).toBeNull();
    expect(since("2026-02-02", "2026-05-04")).toBe("2026-05-03");
  });
});
