import { monitorEventLoopDelay } from "node:perf_hooks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DocumentRenderer, type DocumentToRender, RenderingFailed, RenderingTimedOut } from "./port.ts";

export type RendererWorld = {
  renderer: DocumentRenderer;
  /** A renderer whose timeout is too short for any document. */
  shortTimeout: DocumentRenderer;
  /** The text of the PDF, page by page. */
  textOf(pdf: Buffer): Promise<string>;
};

export const aDocument = (data: Record<string, unknown> = {}): DocumentToRender => ({
  template: "owner-conflict",
  language: "en",
  documentId: "0199c0de-0000-7000-8000-000000000001",
  version: "1",
  issuedAt: new Date("2026-11-16T15:00:00Z"),
  data: {
    sender: "Larkspur Capital",
    businessName: "Harbor Bakery",
    reference: "biz_1",
    supportEmail: "help@larkspur.example",
    ...data,
  },
});

export const anAgreement = (data: Record<string, unknown> = {}): DocumentToRender => ({
  ...aDocument(),
  template: "agreement-term-loan",
  data: {
    sender: "Larkspur Capital",
    agreementNumber: "A-2026-0001",
    dated: "November 16, 2026",
    lender: { name: "Inlay Funding LLC", address: "100 Harbor Street, Wilmington, DE 19801" },
    business: { name: "Harbor Bakery LLC", address: "12 Main Street, Austin, TX 78701", taxId: "EIN ending in 4321" },
    signers: [
      { id: "primary", name: "Rosalía Núñez", role: "For the business, as its primary owner" },
      { id: "secondary", name: "Bo Lindqvist", role: "For the business, as an owner" },
    ],
    guarantors: [
      { id: "primary", name: "Rosalía Núñez", capacity: "Primary owner" },
      { id: "secondary", name: "Bo Lindqvist", capacity: "Owner" },
    ],
    account: { institution: "First Platypus Bank", name: "Business Checking", number: "Ending in 0000" },
    plans: [],
    terms: [
      ["Loan amount", "$50,000.00"],
      ["Origination fee", "$1,500.00"],
      ["You receive", "$48,500.00"],
      ["Late fee", "None"],
      ["Governing law", "State of Delaware"],
    ].map(([label, value]) => ({ label, value })),
    cost: {
      heading: "Cost and payments",
      rows: [
        ["Annual percentage rate", "18.2500 %"],
        ["Number of payments", "52"],
        ["Each payment", "$1,057.70"],
        ["Total of payments", "$55,000.40"],
      ].map(([label, value]) => ({ label, value })),
    },
    schedule: Array.from({ length: 52 }, (_, n) => ({ due: `Week ${n + 1}`, amount: "$1,057.70" })),
    ...data,
  },
});

/** Markup, other scripts and characters without a glyph: whatever a person may type as a name. */
const hostileText = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    ...[
      '#eval("1")',
      "$x^2$",
      "*bold*",
      "@nobody",
      "<place>",
      "#include",
      "= Title",
      "- one\n- two",
      "\\u{41}",
      "`raw`",
    ],
    ...[
      "https://a.example/#x",
      "\u202eeslaf",
      "שלום עולם",
      "مرحبا بالعالم",
      "🙂👩‍👩‍👧‍👦🏳️‍🌈",
      "Ñandú & Søn",
      "你好",
      "e\u05b8\u0650",
    ],
    ...["x".repeat(400), "\u0000\u0007\ud800", "ﬁ 𝔘𝔫𝔦", "// comment", "/* open", "#let a = 1", "\u200b".repeat(60)],
  ),
);

/** The contract of every document renderer. */
export function behavesLikeARenderer(world: () => RendererWorld): void {
  const read = async (document: DocumentToRender) =>
    (await world().textOf((await world().renderer.render(document)).pdf)).replace(/\s+/g, " ");

  it("renders the same document to the same bytes, and another to other bytes", async () => {
    const [one, again] = [await world().renderer.render(aDocument()), await world().renderer.render(aDocument())];
    expect(one.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(again.pdf.equals(one.pdf)).toBe(true);
    expect((await world().renderer.render(aDocument({ reference: "biz_2" }))).sha256).not.toBe(one.sha256);
  });

  it("prints letterhead, page numbers, the document's id and its version", async () => {
    const text = await read(aDocument());
    for (const words of ["Larkspur Capital", "Page 1 of 1", aDocument().documentId, "Version 1", "Harbor Bakery"])
      expect(text).toContain(words);
  });

  it("renders Spanish with all its letters", async () => {
    const text = await read({ ...aDocument({ businessName: "Panadería Ñandú" }), language: "es" });
    for (const words of ["¿De quién es esta empresa?", "Panadería Ñandú", "Página 1 de 1", "hábiles"])
      expect(text).toContain(words);
  });

  it("declares the PDF as accessible", async () => {
    const { pdf } = await world().renderer.render(aDocument());
    expect(pdf.toString("latin1")).toMatch(/pdfuaid:part|pdfuaid/);
    expect(pdf.toString("latin1")).toContain("/MarkInfo");
  });

  it("returns the places where each part of an agreement is signed, and by whom", async () => {
    const { places, pages } = await world().renderer.render(anAgreement());
    expect(pages).toBeGreaterThanOrEqual(8);
    expect(pages).toBeLessThanOrEqual(12);
    const signatures = places.filter(({ kind }) => kind === "SIGNATURE");
    expect(places).toHaveLength(2 * signatures.length);
    // Both sign the agreement, each their guaranty on a page of its own, and the primary owner the authorization of the account.
    expect(signatures.map(({ signer }) => signer)).toEqual(["primary", "secondary", "primary", "secondary", "primary"]);
    expect(new Set(signatures.map(({ page }) => page)).size).toBe(4);
    for (const { x, y, width, height } of places) {
      expect(x).toBeGreaterThan(36);
      expect(x + width).toBeLessThan(612 - 36);
      expect(y).toBeGreaterThan(72);
      expect(y + height).toBeLessThan(792 - 72);
    }
  });

  it("prints every text literally, whatever characters it has", async () => {
    for (const name of [
      '#eval("1 + 1")',
      "$x^2$ *b* _i_ @nobody <place> `raw`",
      "= Title // no comment /* none",
      "\\u{41}#[x]",
    ])
      expect(await read(aDocument({ businessName: name }))).toContain(name);
  });

  it("renders any name without failing or losing a signature place", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (name, sender) => {
        const { pages, places } = await world().renderer.render(aDocument({ businessName: name, sender }));
        expect(pages).toBeLessThanOrEqual(3);
        expect(places).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps a name of 400 letters on the page", async () => {
    const text = await read(aDocument({ businessName: "W".repeat(400) }));
    expect(text.replace(/[\s\u200b]/g, "")).toContain("W".repeat(400));
  });

  describe("document that cannot be rendered", () => {
    it("is refused when its template does not exist or its data is incomplete", async () => {
      await expect(world().renderer.render({ ...aDocument(), template: "nothing" })).rejects.toThrow(RenderingFailed);
      await expect(world().renderer.render({ ...aDocument(), data: {} })).rejects.toThrow(RenderingFailed);
      expect(await read(aDocument())).toContain("Harbor Bakery");
    });

    it("is ended when it takes too long, and the next document renders", async () => {
      await expect(world().shortTimeout.render(anAgreement())).rejects.toThrow(RenderingTimedOut);
      await expect(world().shortTimeout.render(anAgreement())).rejects.toThrow(RenderingTimedOut);
    });
  });

  it("does not block the event loop", async () => {
    await world().renderer.render(aDocument());
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const many = Array.from({ length: 20 }, (_, n) =>
      world().renderer.render(anAgreement({ agreementNumber: `A-${n}` })),
    );
    await Promise.all(many);
    delay.disable();
    expect(delay.percentile(50) / 1e6).toBeLessThan(50);
  });
}
