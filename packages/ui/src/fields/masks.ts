import type { MaskitoOptions } from "@maskito/core";

export type MaskKind = "phone" | "ssn" | "ein" | "date" | "code";

const digits = (count: number) => Array<RegExp>(count).fill(/\d/);

/** Masks that bring typed, pasted or stored text to the displayed format. */
export const masks: Record<MaskKind, MaskitoOptions> = {
  phone: { mask: ["+", "1", " ", "(", ...digits(3), ")", " ", ...digits(3), "-", ...digits(4)] },
  ssn: { mask: [...digits(3), "-", ...digits(2), "-", ...digits(4)] },
  ein: { mask: [...digits(2), "-", ...digits(7)] },
  date: { mask: [...digits(2), "/", ...digits(2), "/", ...digits(4)] },
  code: { mask: digits(6) },
};
