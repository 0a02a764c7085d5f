import { contrastRatio, mix, nearestPassing } from "./contrast.ts";
import type { Styles } from "./style-configuration.ts";

type TextStyle = Styles["h1"];

export type ColorScheme = "light" | "dark";

/** The contrast that WCAG AA requires of text, and of the edges of controls. */
const text = 4.5;
const edge = 3;

/**
 * The CSS custom properties of a platform's theme. Colors that the platform did not choose are derived with enough
 * contrast; colors that it chose are changed only as far as the contrast requires.
 */
export function tokensFrom(styles: Styles, scheme: ColorScheme = "light"): Record<`--${string}`, string> {
  const ground = groundOf(styles, scheme);
  const { paper, card } = ground;
  const onGround = (color: string, ratio: number) => readable(color, [card, paper], ratio);
  const ink = (color: string) => (ground.swapped ? ground.ink : onGround(color, text));
  const soft = (color: string) => (ground.swapped ? ground.inkSoft : onGround(color, text));

  const primary = ground.isDark ? onGround(styles.primaryColor, edge) : styles.primaryColor;
  const onPrimary = textColorOn(primary, styles.button.color);
  // On hover the button's background moves away from its text color, so that the contrast never drops.
  const isLightOnDark = contrastRatio(onPrimary, "#000000") > contrastRatio(primary, "#000000");
  const away = isLightOnDark ? "#000000" : "#ffffff";
  const tint = mix(card, primary, ground.isDark ? 0.16 : 0.08);
  const body = ink(styles.bodyRegular.color);
  const disabled = mix(card, body, 0.12);
  const chart = (color: string) => nearestPassing(color, card, edge);

  return {
    "--primary": primary,
    "--on-primary": onPrimary,
    "--primary-strong": mix(primary, away, 0.14),
    "--link": readable(primary, [card, paper, tint], text),
    "--focus": onGround(primary, edge),
    "--paper": paper,
    "--card": card,
    "--tint": tint,
    "--ink": body,
    "--ink-soft": soft(styles.bodySmall.color),
    "--line": mix(card, body, 0.14),
    "--field-line": onGround(mix(card, body, 0.45), edge),
    "--disabled": disabled,
    "--on-disabled": nearestPassing(mix(disabled, body, 0.6), disabled, text),
    ...toneTokens("bad", "#b3261e", "#f2463a", ground),
    ...toneTokens("good", "#117a4b", "#1fa866", ground),
    ...toneTokens("warn", "#9a5b00", "#ffab1a", ground),
    ...toneTokens("info", "#1f5a8a", "#3b8fd6", ground),
    "--chart-1": chart(primary),
    "--chart-2": chart("#c2862a"),
    "--chart-3": chart(mix(card, body, 0.5)),
    "--chart-4": chart(mix(primary, card, 0.4)),
    "--chart-5": chart("#a05c4a"),
    "--font": fontOf(styles.bodyRegular),
    ...typeTokens("h1", styles.h1, ink(styles.h1.color)),
    // A large heading must fit a small phone.
    "--h1-size": `min(${rem(styles.h1.fontSize)}, 1rem + 4vw)`,
    ...typeTokens("subheader", styles.subheader, ink(styles.subheader.color)),
    ...typeTokens("body-large", styles.bodyLarge, ink(styles.bodyLarge.color)),
    ...typeTokens("body", styles.bodyRegular, body),
    ...typeTokens("body-small", styles.bodySmall, soft(styles.bodySmall.color)),
    ...typeTokens("button", styles.button),
    "--button-transform": styles.button.allCaps ? "uppercase" : "none",
    "--radius": `${styles.button.borderRadius}px`,
  };
}

type Ground = { paper: string; card: string; ink: string; inkSoft: string; isDark: boolean; swapped: boolean };

/** In the dark scheme a dark shade of the brand color replaces a light background. A dark background stays. */
function groundOf({ modalBackgroundColor: paper, primaryColor }: Styles, scheme: ColorScheme): Ground {
  const inks = { ink: "#eff1f2", inkSoft: "#abb2b6" };
  const isDark = contrastRatio(paper, "#ffffff") > 7;
  if (isDark) return { ...inks, paper, card: mix(paper, "#ffffff", 0.06), isDark, swapped: false };
  if (scheme === "dark") {
    const [dark, raised] = [mix("#0e1012", primaryColor, 0.06), mix("#171a1d", primaryColor, 0.08)];
    return { ...inks, paper: dark, card: raised, isDark: true, swapped: true };
  }
  return { ...inks, paper, card: "#ffffff", isDark, swapped: false };
}

function toneTokens(
  name: string,
  color: string,
  glow: string,
  { card, paper, isDark }: Ground,
): Record<`--${string}`, string> {
  const tint = mix(card, glow, isDark ? 0.2 : 0.11);
  return { [`--${name}`]: readable(color, [tint, card, paper], text), [`--${name}-tint`]: tint };
}

function typeTokens(name: string, style: TextStyle, color?: string): Record<`--${string}`, string> {
  return {
    [`--${name}-font`]: fontOf(style),
    [`--${name}-size`]: rem(style.fontSize),
    [`--${name}-line`]: String(Math.max(1.1, round(style.lineHeight / style.fontSize))),
    [`--${name}-weight`]: String(style.fontWeight),
    ...(color && { [`--${name}-color`]: color }),
  };
}

/** The text color of a button. One with too little contrast becomes plain white or black, because gray looks disabled. */
function textColorOn(primary: string, chosen: string): string {
  const plain = [chosen, "#ffffff", "#16201d"].find((color) => contrastRatio(color, primary) >= text);
  return plain ?? "#000000";
}

/** The nearest color that passes on all of the backgrounds, which are similar colors. */
function readable(color: string, grounds: string[], ratio: number): string {
  const moved = grounds.reduce((nearest, ground) => nearestPassing(nearest, ground, ratio), color);
  if (grounds.every((ground) => contrastRatio(moved, ground) >= ratio)) return moved;
  const lowest = (ink: string) => Math.min(...grounds.map((ground) => contrastRatio(ink, ground)));
  return lowest("#000000") > lowest("#ffffff") ? "#000000" : "#ffffff";
}

/** Inter is followed by a font with its metrics, which is shown until Inter has loaded. */
const fontOf = ({ fontFamily }: TextStyle) =>
  `${fontFamily.replace(/(["']?)\bInter\b\1/, '$&, "Inter Fallback"')}, system-ui, sans-serif`;
// In rem, so that sizes follow the font size set in the browser.
const rem = (pixels: number) => `${round(pixels / 16)}rem`;
const round = (value: number) => Math.round(value * 1000) / 1000;
