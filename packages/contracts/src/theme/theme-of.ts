import type { StyleConfiguration } from "./style-configuration.ts";

/** The theme of that name, else the platform's default, else the newest. */
export function themeOf(themes: readonly StyleConfiguration[], name: string | null): StyleConfiguration | undefined {
  const newest = themes.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.find((theme) => theme.name === name) ?? newest.find((theme) => theme.isDefault) ?? newest[0];
}
