/** The supported languages. */
export const locales = ["en", "es"] as const;
export type Locale = (typeof locales)[number];
