import type { Styles } from "@inlay/contracts/theme/style-configuration.ts";
import type { ColorScheme } from "@inlay/contracts/theme/tokens.ts";

export type Language = "en" | "es";
type Theme = { styles: Styles | null; scheme: ColorScheme; language: Language };

const text = { fontFamily: "Inter", fontSize: 16, lineHeight: 24, color: "#16201d", fontWeight: 400 };
const usual: Styles = {
  h1: { ...text, fontSize: 34, lineHeight: 40, fontWeight: 700 },
  subheader: { ...text, fontSize: 18, fontWeight: 600 },
  bodyLarge: { ...text, fontSize: 18, lineHeight: 26 },
  bodyRegular: text,
  bodySmall: { ...text, fontSize: 14, lineHeight: 21, color: "#55615d" },
  button: { ...text, color: "#ffffff", fontWeight: 600, lineHeight: 20, borderRadius: 12, allCaps: false },
  primaryColor: "#0b5d4e",
  modalBackgroundColor: "#f6f4ef",
};

const huge: Styles = {
  ...usual,
  h1: { ...usual.h1, fontFamily: "Georgia", fontSize: 40, lineHeight: 46 },
  subheader: { ...usual.subheader, fontFamily: "Georgia", fontSize: 28, lineHeight: 34 },
  bodyLarge: { ...text, fontFamily: "Georgia", fontSize: 26, lineHeight: 38 },
  bodyRegular: { ...text, fontFamily: "Georgia", fontSize: 24, lineHeight: 36 },
  bodySmall: { ...usual.bodySmall, fontFamily: "Georgia", fontSize: 20, lineHeight: 30 },
  button: { ...usual.button, fontFamily: "Georgia", fontSize: 24, lineHeight: 30, borderRadius: 24 },
  primaryColor: "#7a1f5c",
};

/** Six themes whose settings can break a layout, and the default theme. */
export const themes = {
  ours: { styles: null, scheme: "light", language: "en" },
  huge: { styles: huge, scheme: "light", language: "en" },
  square: {
    styles: {
      ...usual,
      button: { ...usual.button, borderRadius: 0 },
      primaryColor: "#ffd400",
      modalBackgroundColor: "#ffffff",
    },
    scheme: "light",
    language: "en",
  },
  caps: {
    styles: { ...usual, button: { ...usual.button, allCaps: true, borderRadius: 24 }, primaryColor: "#1b4fd8" },
    scheme: "light",
    language: "en",
  },
  pale: {
    styles: {
      ...usual,
      bodyRegular: { ...text, color: "#8a8a8a" },
      bodySmall: { ...usual.bodySmall, color: "#aaaaaa" },
      primaryColor: "#b9c2c0",
      modalBackgroundColor: "#f2f2f2",
    },
    scheme: "light",
    language: "en",
  },
  dark: { styles: usual, scheme: "dark", language: "en" },
  spanish: { styles: usual, scheme: "light", language: "es" },
} satisfies Record<string, Theme>;

export type ThemeName = keyof typeof themes;
export const isThemeName = (name: string | null): name is ThemeName => name !== null && Object.hasOwn(themes, name);
