import { nearestPassing } from "@inlay/contracts/theme/contrast.ts";
import { monogramOf } from "@inlay/contracts/theme/monogram.ts";
import type { Styles } from "@inlay/contracts/theme/style-configuration.ts";
import { type ColorScheme, tokensFrom } from "@inlay/contracts/theme/tokens.ts";
import { Column, Img, Row, Section } from "@react-email/components";
import { createElement as h, type ReactNode } from "react";

/** What an email shows of a platform's brand. */
export type Brand = {
  programName: string;
  /** An email has no page that a relative URL could refer to, and a client does not load images by plain http. */
  logoUrl: `https://${string}` | null;
  /** Null for a platform without a theme. */
  styles: Styles | null;
};

const text = { fontFamily: "Inter", fontSize: 16, lineHeight: 24, color: "#16201d", fontWeight: 400 };
const ourStyles: Styles = {
  h1: text,
  subheader: text,
  bodyLarge: text,
  bodyRegular: text,
  bodySmall: { ...text, color: "#55615d" },
  button: { ...text, color: "#ffffff", borderRadius: 12, allCaps: false },
  primaryColor: "#0b5d4e",
  modalBackgroundColor: "#f6f4ef",
};

export type Colors = Record<
  "primary" | "onPrimary" | "link" | "paper" | "card" | "tint" | "onTint" | "ink" | "inkSoft" | "line",
  string
>;

/** The colors of the portal's pages, so that an email has their contrast. */
export function colorsOf({ styles }: Pick<Brand, "styles">, scheme: ColorScheme): Colors {
  const tokens = tokensFrom(styles ?? ourStyles, scheme);
  const color = (name: `--${string}`) => tokens[name] as string;
  const [tint, ink] = [color("--tint"), color("--ink")];
  return {
    primary: color("--primary"),
    onPrimary: color("--on-primary"),
    link: color("--link"),
    paper: color("--paper"),
    card: color("--card"),
    tint,
    // The portal shows no body text on a tint, so its theme does not have this color.
    onTint: nearestPassing(ink, tint, 4.5),
    ink,
    inkSoft: color("--ink-soft"),
    line: color("--line"),
  };
}

export const radiusOf = ({ styles }: Brand): number => (styles ?? ourStyles).button.borderRadius;

/**
 * The styles that cannot be inline: the dark colors, and the phone's layout. A client without style sheets shows the light colors, which
 * are inline.
 */
export function styleSheet(brand: Brand): string {
  const { primary, onPrimary, link, paper, card, tint, onTint, ink, inkSoft, line } = colorsOf(brand, "dark");
  return `
:root { color-scheme: light dark; }
@media (max-width: 480px) {
  .card { padding: 24px 22px !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${paper} !important; }
  .card { background-color: ${card} !important; border-color: ${line} !important; color: ${ink} !important; }
  .primary { background-color: ${primary} !important; color: ${onPrimary} !important; }
  .tint { background-color: ${tint} !important; color: ${onTint} !important; }
  .soft { color: ${inkSoft} !important; }
  .link { color: ${link} !important; }
  .line { border-color: ${line} !important; }
  .track { background-color: ${line} !important; }
}`;
}

/** The logo, or the monogram with the program's name. Dark parts of a logo stay visible on a dark card because it stands on white. */
export function header(brand: Brand, { primary, onPrimary }: Colors): ReactNode {
  const { programName, logoUrl } = brand;
  if (logoUrl) {
    return h(
      Section,
      { style: { margin: "0 0 24px" } },
      h(Img, {
        src: logoUrl,
        alt: programName,
        height: 32,
        style: {
          backgroundColor: "#ffffff",
          borderRadius: 8,
          color: "#16201d",
          fontWeight: 600,
          maxWidth: 200,
          padding: 4,
        },
      }),
    );
  }
  return h(
    Section,
    { style: { margin: "0 0 24px" } },
    h(
      Row,
      null,
      h(
        Column,
        {
          className: "primary",
          // The plain text would begin with a single letter.
          "data-skip-in-text": true,
          "aria-hidden": true,
          width: 28,
          height: 28,
          align: "center",
          style: {
            backgroundColor: primary,
            borderRadius: 8,
            color: onPrimary,
            fontSize: 14,
            fontWeight: 700,
            lineHeight: "28px",
            width: 28,
          },
        } as object,
        monogramOf(programName),
      ),
      h(Column, { style: { fontSize: 16, fontWeight: 600, lineHeight: "24px", paddingLeft: 10 } }, programName),
    ),
  );
}
