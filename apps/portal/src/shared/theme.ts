import type { StyleConfiguration, Styles } from "@inlay/contracts/style-configuration.ts";

/** The look that the business chose by name, else the platform's default, else the newest. */
export function lookOf(configurations: StyleConfiguration[], name: string | null): StyleConfiguration | undefined {
  const newest = configurations.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return newest.find((look) => look.name === name) ?? newest.find((look) => look.isDefault) ?? newest[0];
}

/** Puts a platform's colours, font and corners in place of ours. */
export function wear({ primaryColor, modalBackgroundColor, button, bodyRegular, bodySmall }: Styles): void {
  const { style } = document.documentElement;
  style.setProperty("--primary", primaryColor);
  style.setProperty("--on-primary", button.color);
  style.setProperty("--paper", modalBackgroundColor);
  style.setProperty("--radius", `${button.borderRadius}px`);
  style.setProperty("--font", `${bodyRegular.fontFamily}, sans-serif`);
  style.setProperty("--ink", bodyRegular.color);
  style.setProperty("--ink-soft", bodySmall.color);
}
