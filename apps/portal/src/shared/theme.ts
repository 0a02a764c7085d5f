import { tokensFrom } from "@inlay/contracts/look/tokens.ts";
import type { StyleConfiguration, Styles } from "@inlay/contracts/style-configuration.ts";

/** The look that the business chose by name, else the platform's default, else the newest. */
export function lookOf(configurations: StyleConfiguration[], name: string | null): StyleConfiguration | undefined {
  const newest = configurations.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return newest.find((look) => look.name === name) ?? newest.find((look) => look.isDefault) ?? newest[0];
}

/** Puts a platform's colours, type and corners in place of ours. */
export function wear(styles: Styles): void {
  const { style, dataset } = document.documentElement;
  const tokens = tokensFrom(styles, dataset["colorScheme"] === "dark" ? "dark" : "light");
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
}
