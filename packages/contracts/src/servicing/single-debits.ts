import type { Locale } from "../locales.ts";

/**
 * Texts by which a person authorizes debits of these amounts on these days. Each authorization is saved with its text exactly as it was shown,
 * and a changed text needs a new version.
 */
export const singleDebits = {
  /** For an overdue payment that its owner pays in two parts. */
  SPLIT_PAYMENT: {
    version: "2026-11-19",
    text: {
      en: "You authorize {lender} and its lending partners to debit the bank account ending in {last4} by ACH in two parts: {debits}, or less if less is owed by then. They replace the earlier debits of this payment. A debit that is returned may be tried again up to two times. The two parts are never debited in the same week: one that would be is debited in a later week. You can revoke this authorization in writing, leaving us at least three business days to act on it.",
      es: "Usted autoriza a {lender} y a sus socios prestamistas a debitar por ACH la cuenta bancaria terminada en {last4} en dos partes: {debits}, o menos si para entonces se debe menos. Reemplazan los débitos anteriores de este pago. Un débito devuelto puede volver a intentarse hasta dos veces. Las dos partes nunca se debitan en la misma semana: la que coincidiría se debita en una semana posterior. Puede revocar esta autorización por escrito, dándonos al menos tres días hábiles para actuar.",
    },
  },
  /** For what is due, paid at once from another account than the one that is debited otherwise. */
  PAYMENT_FROM_ANOTHER_ACCOUNT: {
    version: "2026-11-19",
    text: {
      en: "You authorize {lender} and its lending partners to debit the bank account ending in {last4} by ACH once for what is due: {debits}. The debit is not tried again if it is returned. Later payments are debited from the account that is used for them now. Until the debit is sent, you can cancel it here.",
      es: "Usted autoriza a {lender} y a sus socios prestamistas a debitar por ACH la cuenta bancaria terminada en {last4} una sola vez por lo que se debe: {debits}. El débito no se vuelve a intentar si se devuelve. Los pagos posteriores se debitan de la cuenta que se usa ahora para ellos. Puede cancelarlo aquí hasta que se envíe.",
    },
  },
} as const satisfies Record<string, { version: string; text: Record<Locale, string> }>;

export type SingleDebits = {
  lender: string;
  /** The last digits of the account. */
  last4: string;
  debits: readonly { amountCents: number; on: string }[];
};

/** The text exactly as shown. */
export function singleDebitsText(
  name: keyof typeof singleDebits,
  language: Locale,
  { lender, last4, debits }: SingleDebits,
): { version: string; text: string } {
  const { version, text } = singleDebits[name];
  const listed = new Intl.ListFormat(language).format(debits.map((debit) => debitText(language, debit)));
  const filled = text[language]
    .replace("{lender}", lender)
    .replace("{last4}", last4)
    .replace("{debits}", () => listed);
  return { version, text: filled };
}

function debitText(language: Locale, { amountCents, on }: SingleDebits["debits"][number]): string {
  const format = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const amount = new Intl.NumberFormat(language === "es" ? "es-US" : "en-US", format).format(amountCents / 100);
  const day = new Date(`${on}T00:00:00Z`);
  const words = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(day);
  return `${amount} ${language === "es" ? "el" : "on"} ${words}`;
}
