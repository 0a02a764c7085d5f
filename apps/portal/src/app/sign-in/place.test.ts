import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cameFromSignIn, returnAddress, signInPlace } from "./place.ts";

let shown: string;
function openPage(address: string): void {
  shown = address;
  const replaceState = (_: unknown, __: string, next: URL) => {
    shown = next.href;
  };
  vi.stubGlobal("window", { location: new URL(address), history: { state: null, replaceState } });
}

beforeEach(() => openPage("https://fund.larkspur.example/apply?customInitializationName=Holiday"));
afterEach(() => vi.unstubAllGlobals());

describe("sign-in page", () => {
  it("is the URL without its query, with the domain that the query overrides", () => {
    expect(signInPlace()).toEqual({
      page: "https://fund.larkspur.example/apply",
      overrideDirectDomain: undefined,
      platformId: undefined,
    });
    openPage("https://portal.inlay.example/?override-direct-domain=fund.larkspur.example");
    expect(signInPlace().overrideDirectDomain).toBe("fund.larkspur.example");
  });

  it("names the platform by its id if the platform has no domain", () => {
    openPage("https://portal.inlay.example/?platform=0199d2a4-0000-7000-8000-000000000001");
    expect(signInPlace().platformId).toBe("0199d2a4-0000-7000-8000-000000000001");
  });

  it("is kept after sign-in unless the code was requested on another page", () => {
    expect(returnAddress("https://fund.larkspur.example/apply")).toBeNull();
    expect(returnAddress("https://fund.larkspur.example/elsewhere")).toBe(
      "https://fund.larkspur.example/elsewhere?signinComplete=true",
    );
  });

  it("reports a completed sign-in once and removes the mark from the URL", () => {
    expect(cameFromSignIn()).toBe(false);
    openPage("https://fund.larkspur.example/apply?signinComplete=true&customInitializationName=Holiday");
    expect(cameFromSignIn()).toBe(true);
    expect(shown).toBe("https://fund.larkspur.example/apply?customInitializationName=Holiday");
  });
});
