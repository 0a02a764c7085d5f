import type { StyleConfiguration, Styles } from "@inlay/contracts/style-configuration.ts";
import { type ColorScheme, tokensFrom } from "@inlay/contracts/theme/tokens.ts";

/** The look of that name, else the platform's default, else the newest. */
export function themeOf(configurations: StyleConfiguration[], name: string | null): StyleConfiguration | undefined {
  const newest = configurations.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return newest.find((theme) => theme.name === name) ?? newest.find((theme) => theme.isDefault) ?? newest[0];
}

/** Puts a platform's colours, type and corners in place of ours. */
export function wear(styles: Styles): void {
  const { style, dataset } = document.documentElement;
  const tokens = tokensFrom(styles, dataset["colorScheme"] === "dark" ? "dark" : "light");
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
}

/** Light or dark as the page around us says; light where it says nothing. */
export function chooseColorScheme(): void {
  const asked = new URLSearchParams(window.location.search).get("colorScheme");
  const prefersDark = asked === "auto" && window.matchMedia("(prefers-color-scheme: dark)").matches;
  const scheme: ColorScheme = asked === "dark" || prefersDark ? "dark" : "light";
  document.documentElement.dataset["colorScheme"] = scheme;
}
