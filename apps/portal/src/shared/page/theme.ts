import type { Styles } from "@inlay/contracts/theme/style-configuration.ts";
import { type ColorScheme, tokensFrom } from "@inlay/contracts/theme/tokens.ts";

let applied = "";

/** Applies a platform's colors, type and corners. A business often has the theme of its platform's page, which is applied already. */
export function applyTheme(styles: Styles): void {
  const { style, dataset } = document.documentElement;
  const scheme: ColorScheme = dataset["colorScheme"] === "dark" ? "dark" : "light";
  const theme = JSON.stringify([scheme, styles]);
  if (theme !== applied)
    for (const [name, value] of Object.entries(tokensFrom(styles, scheme))) style.setProperty(name, value);
  applied = theme;
  showTheme();
}

/** Shows the page in its theme. Until then a page whose business may have another theme has no colors (tokens.css). */
export function showTheme(): void {
  delete document.documentElement.dataset["themePending"];
}

/** Sets the color scheme that the host page requests, or light. */
export function chooseColorScheme(): void {
  const requested = new URLSearchParams(window.location.search).get("colorScheme");
  const prefersDark = requested === "auto" && window.matchMedia("(prefers-color-scheme: dark)").matches;
  const scheme: ColorScheme = requested === "dark" || prefersDark ? "dark" : "light";
  document.documentElement.dataset["colorScheme"] = scheme;
}
