import type { FeeType } from "@inlay/lending/ledger/accounts.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { BatchEventProperty } from "../batch-event.ts";

export type Language = "en" | "es";

/** What a person reads about an event: in an email, and on the page of the portal with everything that was sent. */
export type EventWords = {
  /** The subject of an email about this alone. */
  headline: string;
  lead: string;
  /** The one figure that it is about. */
  figure: { label: string; amountCents: number } | null;
  parts: { label: string; value: string }[];
  total: { label: string; value: string } | null;
  progress: { percent: number; text: string } | null;
  note: string | null;
};

export type Writing<Type extends BatchEventProperty["batchEventType"]> = (
  write: Writer,
  event: Extract<BatchEventProperty, { batchEventType: Type }>,
) => EventWords;

const regions = { en: "en-US", es: "es-US" };

/** The formats and names that all sentences of a language share. */
export function writer(language: Language) {
  const region = regions[language];
  const dateIn = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(region, { ...options, timeZone: "UTC" });
    return (date: string) => format.format(new Date(`${date}T00:00:00Z`));
  };
  const currency = new Intl.NumberFormat(region, { style: "currency", currency: "USD" });
  const say = (words: Record<Language, string>): string => words[language];
  return {
    say,
    money: (amountCents: number) => currency.format(amountCents / 100),
    /** Mon, Aug 17 */
    day: dateIn({ weekday: "short", month: "short", day: "numeric" }),
    /** Monday, August 17 */
    weekday: dateIn({ weekday: "long", month: "long", day: "numeric" }),
    /** Mon, Aug 17, 2026 */
    fullDay: dateIn({ weekday: "short", month: "short", day: "numeric", year: "numeric" }),
    product: (type: ProductType) => say(productNames[type]),
    fee: (type: FeeType) => say(feeNames[type]),
    account: ({ name, last4 }: { name: string; last4: string | null }) =>
      last4 === null ? name : `${name} \u2022\u2022\u2022\u2022\u00a0${last4}`,
  };
}
export type Writer = ReturnType<typeof writer>;

// "your …"
const productNames: Record<ProductType, Record<Language, string>> = {
  TERM_LOAN: { en: "term loan", es: "préstamo a plazo" },
  LOC_TERM_LOAN: { en: "line of credit", es: "línea de crédito" },
  FAST_PAY: { en: "invoice financing", es: "financiamiento de facturas" },
  EXTEND_PAY_PURCHASE_ORDER: { en: "accounts payable financing", es: "financiamiento de cuentas por pagar" },
  MCA: { en: "advance", es: "adelanto" },
  INTEGRATED_MCA: { en: "advance", es: "adelanto" },
};

const feeNames: Record<FeeType, Record<Language, string>> = {
  LATE_PAYMENT: { en: "late fee", es: "cargo por pago tardío" },
  INSUFFICIENT_FUNDS: { en: "returned payment fee", es: "cargo por pago devuelto" },
  TRANSACTION_FEE: { en: "transaction fee", es: "cargo por transacción" },
  MAINTENANCE: { en: "maintenance fee", es: "cargo de mantenimiento" },
  EXTENSION_FEE: { en: "extension fee", es: "cargo por prórroga" },
  ORIGINATION: { en: "origination fee", es: "cargo de originación" },
  MCA_FEE: { en: "fee", es: "cargo" },
};

type OfProduct = Pick<
  BatchEventProperty,
  "product" | "outstandingBalance" | "percentOfPrincipalPaid" | "paymentsMade" | "paymentsTotal"
>;

/** The parts of a payment. An advance is bought for one sum, so a payment of it has none. */
export function partsOf(
  { say, money }: Writer,
  event: { product: ProductType; principalCents: number; interestCents: number; feeCents: number },
): EventWords["parts"] {
  if (isAdvance(event.product)) return [];
  return [
    { label: say({ en: "Principal", es: "Capital" }), cents: event.principalCents },
    { label: say({ en: "Interest", es: "Interés" }), cents: event.interestCents },
    { label: say({ en: "Fees", es: "Cargos" }), cents: event.feeCents },
  ].flatMap(({ label, cents }) => (cents > 0 ? [{ label, value: money(cents) }] : []));
}

/** What is left to pay of a product. */
export function leftOf(
  { say, money }: Writer,
  { product, outstandingBalance }: OfProduct,
  when: "NOW" | "AFTERWARDS",
): EventWords["total"] {
  if (outstandingBalance === null) return null;
  const label = isAdvance(product)
    ? {
        NOW: say({ en: "Left to pay", es: "Falta por pagar" }),
        AFTERWARDS: say({ en: "Left to pay afterwards", es: "Falta por pagar después" }),
      }
    : {
        NOW: say({ en: "Principal left", es: "Capital pendiente" }),
        AFTERWARDS: say({ en: "Principal left afterwards", es: "Capital pendiente después" }),
      };
  return { label: label[when], value: money(outstandingBalance) };
}

/** How far a product is repaid. */
export function progressOf(
  { say }: Writer,
  { product, percentOfPrincipalPaid: percent, paymentsMade: made, paymentsTotal: total }: OfProduct,
  when: "NOW" | "AFTERWARDS",
): EventWords["progress"] {
  if (percent === null) return null;
  const share = isAdvance(product)
    ? say({ en: `${percent}% repaid`, es: `${percent} % pagado` })
    : say({ en: `${percent}% of the principal repaid`, es: `${percent} % del capital pagado` });
  const counted =
    made === null || total === null
      ? share
      : say({ en: `${made} of ${total} payments made, ${share}`, es: `${made} de ${total} pagos hechos, ${share}` });
  const text =
    when === "NOW" ? counted : say({ en: `After this payment: ${counted}`, es: `Después de este pago: ${counted}` });
  return { percent, text };
}

export const invoiceOf = (write: Writer, identifier: string | null): string =>
  identifier === null
    ? write.say({ en: "your invoice", es: "su factura" })
    : write.say({ en: `invoice ${identifier}`, es: `la factura ${identifier}` });
