import { describe, expect, it } from "vitest";
import { defaultSettings, origin, platformSettings } from "./platform-settings.ts";

describe("platform settings", () => {
  it("have valid defaults", () => {
    expect(platformSettings.parse(defaultSettings())).toEqual(defaultSettings());
  });

  it("accept sign-in hosts with an optional port, without a scheme or duplicates", () => {
    const withDomains = (signInDomains: string[]) =>
      platformSettings.safeParse({ ...defaultSettings(), signInDomains }).success;
    expect(withDomains(["finance.acme.com", "localhost:5173"])).toBe(true);
    expect(withDomains(["https://finance.acme.com"])).toBe(false);
    expect(withDomains(["finance.acme.com", "finance.acme.com"])).toBe(false);
  });

  it("accept a page where Inlay is embedded only in an allowed parent origin", () => {
    const withPage = (embedUrl: string) =>
      platformSettings.safeParse({ ...defaultSettings(), allowedParentOrigins: ["https://app.acme.com"], embedUrl });
    expect(withPage("https://app.acme.com/financing?from=email").success).toBe(true);
    expect(withPage("https://elsewhere.com/financing").success).toBe(false);
    expect(withPage("javascript:alert(1)").success).toBe(false);
  });

  it.each(["https://acme.com", "https://app.acme.com:8443", "http://localhost:5173", "http://127.0.0.1:3000"])(
    "accept %s as a parent origin",
    (text) => {
      expect(origin.safeParse(text).success).toBe(true);
    },
  );

  it.each([
    "http://acme.com",
    "https://acme.com/",
    "https://acme.com/path",
    "https://*.acme.com",
    "https://user@acme.com",
    "https://ACME.com",
    "https://acme.com:443",
    "null",
    "*",
    "",
  ])("reject %j as a parent origin", (text) => {
    expect(origin.safeParse(text).success).toBe(false);
  });
});
