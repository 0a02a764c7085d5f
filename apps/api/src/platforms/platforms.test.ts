import { describe, expect, it } from "vitest";
import type { AppContext } from "../context.ts";
import { actionPage, portalPage } from "./platforms.ts";

const app = {
  config: { PORTAL_URL: "https://portal.inlay.test", DIRECT_DOMAIN_OVERRIDES: ["listed.test"] },
} as unknown as AppContext;
const id = "0199d2a4-0000-7000-8000-000000000001";
const platform = (signInDomains: string[], embedUrl: string | null = null) => ({
  id,
  settings: { signInDomains, embedUrl },
});

describe("link in an email to a page of ours", () => {
  it.each([
    ["the platform's sign-in domain", ["fund.acme.test"], "https://fund.acme.test/"],
    ["the portal's host if that is one of its domains", ["a.test", "portal.inlay.test"], "https://portal.inlay.test/"],
    [
      "the portal's host for a domain that operators listed",
      ["listed.test"],
      "https://portal.inlay.test/?override-direct-domain=listed.test",
    ],
    ["the portal's page of the platform if it has no domain", [], `https://portal.inlay.test/?platform=${id}`],
  ])("leads to %s", (_, domains, page) => {
    expect(portalPage(app, platform(domains), "en").href).toBe(page);
  });

  it("keeps the recipient's language", () => {
    expect(portalPage(app, platform(["fund.acme.test"]), "es").href).toBe("https://fund.acme.test/?locale=es");
  });
});

describe("link in an email to what a person has to do", () => {
  it("leads to the page where Inlay is embedded, otherwise to our own page of the platform", () => {
    const embedUrl = "https://app.acme.test/financing?tab=capital";
    expect(actionPage(app, platform(["fund.acme.test"], embedUrl), "es").href).toBe(embedUrl);
    expect(actionPage(app, platform(["fund.acme.test"]), "en").href).toBe("https://fund.acme.test/");
  });
});
