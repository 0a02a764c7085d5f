import type { FieldError } from "../errors/field-codes.ts";
import { contrastRatio, nearestPassing } from "./contrast.ts";
import type { Styles } from "./style-configuration.ts";

/** The contrast that WCAG AA requires of text, and of the edges of controls. */
const ofText = 4.5;
const ofEdge = 3;

const texts = ["h1", "subheader", "bodyLarge", "bodyRegular", "bodySmall"] as const;

/** Every color of a theme with too little contrast on its background, each with the nearest color that passes. */
export function hardToRead({ primaryColor, modalBackgroundColor, button, ...styles }: Styles): FieldError[] {
  const pairs: [pointer: string, color: string, on: string, needed: number][] = [
    ...texts.map((name): [string, string, string, number] => [
      `/styles/${name}/color`,
      styles[name].color,
      modalBackgroundColor,
      ofText,
    ]),
    ["/styles/button/color", button.color, primaryColor, ofText],
    ["/styles/primaryColor", primaryColor, modalBackgroundColor, ofEdge],
  ];
  return pairs
    .filter(([, color, on, needed]) => contrastRatio(color, on) < needed)
    .map(([pointer, color, on, needed]) => ({
      pointer,
      code: "INVALID",
      message: `${color} on ${on} has a contrast of ${contrastRatio(color, on).toFixed(1)} and needs ${needed}. ${nearestPassing(color, on, needed)} would do.`,
    }));
}
