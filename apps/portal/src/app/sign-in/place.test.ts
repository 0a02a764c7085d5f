import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cameFromSignIn, returnAddress, signInPlace } from "./place.ts";

let shown: string;
function stand(address: string): void {
  shown = address;
  const replaceState = (_: unknown, __: string, next: URL) => {
    shown = next.href;
  };
  vi.stubGlobal("window", { location: new URL(address), history: { state: null, replaceState } });
}

beforeEach(() => stand("https://fund.larkspur.example/apply?customInitializationName=Holiday"));
afterEach(() => vi.unstubAllGlobals());

describe("the place where somebody signs in", () => {
  it("is the page without its query, and the domain that the address names", () => {
    expect(signInPlace()).toEqual({ page: "https://fund.larkspur.example/apply", overrideDirectDomain: undefined });
    stand("https://portal.inlay.example/?override-direct-domain=fund.larkspur.example");
    expect(signInPlace().overrideDirectDomain).toBe("fund.larkspur.example");
  });

  it("is where they stay, unless the code was asked for on another page", () => {
    expect(returnAddress("https://fund.larkspur.example/apply")).toBeNull();
    expect(returnAddress("https://fund.larkspur.example/elsewhere")).toBe(
      "https://fund.larkspur.example/elsewhere?signinComplete=true",
    );
  });

  it("knows once that somebody has just signed in, and leaves the address clean", () => {
    expect(cameFromSignIn()).toBe(false);
    stand("https://fund.larkspur.example/apply?signinComplete=true&customInitializationName=Holiday");
    expect(cameFromSignIn()).toBe(true);
    expect(shown).toBe("https://fund.larkspur.example/apply?customInitializationName=Holiday");
  });
});
