import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastRatio } from "./contrast.ts";
import type { Styles } from "./style-configuration.ts";
import { type ColorScheme, tokensFrom } from "./tokens.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
const schemes: ColorScheme[] = ["light", "dark"];

const plain = { fontFamily: "Inter", fontSize: 16, lineHeight: 24, color: "#16201d", fontWeight: 400 };
const styles = (chosen: Partial<Styles> = {}): Styles => ({
  h1: { ...plain, fontSize: 34, lineHeight: 40, fontWeight: 700 },
  subheader: plain,
  bodyLarge: { ...plain, fontSize: 18 },
  bodyRegular: plain,
  bodySmall: { ...plain, fontSize: 14, color: "#55615d" },
  button: { ...plain, color: "#ffffff", borderRadius: 12, allCaps: false },
  primaryColor: "#0b5d4e",
  modalBackgroundColor: "#f6f4ef",
  ...chosen,
});

describe("theme tokens", () => {
  it("keep the platform's colors if they have enough contrast", () => {
    expect(tokensFrom(styles())).toMatchObject({
      "--primary": "#0b5d4e",
      "--on-primary": "#ffffff",
      "--link": "#0b5d4e",
      "--paper": "#f6f4ef",
      "--ink": "#16201d",
      "--ink-soft": "#55615d",
      "--radius": "12px",
      "--body-size": "1rem",
      "--body-line": "1.5",
      "--button-transform": "none",
    });
  });

  it("set buttons in capitals only if allCaps is set", () => {
    const loud = styles({ button: { ...plain, color: "#ffffff", borderRadius: 0, allCaps: true } });
    expect(tokensFrom(loud)).toMatchObject({ "--button-transform": "uppercase", "--radius": "0px" });
  });

  it("have a dark background in the dark scheme", () => {
    const { "--paper": paper = "", "--ink": ink = "" } = tokensFrom(styles(), "dark");
    expect(contrastRatio(paper, "#000000")).toBeLessThan(1.5);
    expect(contrastRatio(ink, paper)).toBeGreaterThan(10);
  });

  it("have enough contrast for any colors that a platform chooses", () => {
    const readable: [ink: string, ground: string, ratio: number][] = [
      ["--ink", "--card", 4.5],
      ["--ink", "--paper", 4.5],
      ["--ink-soft", "--card", 4.5],
      ["--ink-soft", "--paper", 4.5],
      ["--link", "--card", 4.5],
      ["--on-primary", "--primary", 4.5],
      ["--on-primary", "--primary-strong", 4.5],
      ["--on-disabled", "--disabled", 4.5],
      ["--bad", "--bad-tint", 4.5],
      ["--good", "--good-tint", 4.5],
      ["--warn", "--warn-tint", 4.5],
      ["--info", "--info-tint", 4.5],
      ["--field-line", "--card", 3],
      ["--focus", "--card", 3],
      ["--focus", "--paper", 3],
      ["--chart-1", "--card", 3],
    ];
    // Realistic backgrounds: nearly white or nearly black.
    const ground = fc
      .tuple(fc.boolean(), fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 24 }))
      .map(([dark, a, b]) => `#${[a, b, a].map((n) => (dark ? n : 255 - n).toString(16).padStart(2, "0")).join("")}`);
    fc.assert(
      fc.property(
        color,
        color,
        color,
        ground,
        fc.constantFrom(...schemes),
        (primary, onPrimary, ink, paper, scheme) => {
          const chosen = styles({
            primaryColor: primary,
            modalBackgroundColor: paper,
            bodyRegular: { ...plain, color: ink },
            bodySmall: { ...plain, color: ink },
            button: { ...plain, color: onPrimary, borderRadius: 4, allCaps: false },
          });
          const tokens: Record<string, string> = tokensFrom(chosen, scheme);
          for (const [front, back, ratio] of readable) {
            const reached = contrastRatio(tokens[front] ?? "", tokens[back] ?? "");
            expect(reached, `${front} on ${back}`).toBeGreaterThanOrEqual(ratio);
          }
        },
      ),
    );
  });

  it("are all declared in tokens.css", () => {
    const sheet = readFileSync(new URL("../../../ui/src/tokens.css", import.meta.url), "utf8");
    const unknown = Object.keys(tokensFrom(styles())).filter((name) => !sheet.includes(`  ${name}: `));
    expect(unknown).toEqual([]);
  });
});
