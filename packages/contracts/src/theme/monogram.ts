/** The first letter of a brand without a logo. */
export const monogramOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? "";
