import { describe, expect, it } from "vitest";
import { isGroupExpired } from "./is-group-expired.ts";

const now = Date.parse("2026-12-15T05:00:00Z");
const past = { status: "WAITING_FOR_SELECTION", expiredAt: "2026-12-15T04:59:59Z" } as const;
const coming = { status: "WAITING_FOR_SELECTION", expiredAt: "2026-12-15T05:00:01Z" } as const;

describe("offer group", () => {
  it("is expired when every offer has an expiredAt in the past", () => {
    expect(isGroupExpired([past, past], now)).toBe(true);
    expect(isGroupExpired([past, coming], now)).toBe(false);
    expect(isGroupExpired([], now)).toBe(false);
  });
  it("is expired when the server says so, whose clock may be ahead", () => {
    expect(isGroupExpired([{ ...coming, status: "EXPIRED" }], now)).toBe(true);
  });
});
