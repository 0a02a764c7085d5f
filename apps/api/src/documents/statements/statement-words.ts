import type { LenderOfRecord } from "@inlay/contracts/lender-of-record.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import {
  lastDayOf,
  type Owed,
  owedInAll,
  type StatementFigures,
  type StatementLine,
  type StatementLineKind,
} from "@inlay/lending/servicing/statement.ts";

/** What a statement is printed from. */
export type StatementContents = {
  productType: ProductType;
  month: BusinessDate;
  version: number;
  figures: StatementFigures;
  businessName: string;
  reference: string;
  lender: Pick<LenderOfRecord, "name" | "address">;
  support: { email: string; phone: string | null };
};

const region: Record<Locale, string> = { en: "en-US", es: "es-US" };
const formatted = (locale: Locale, on: BusinessDate, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(region[locale], { ...options, timeZone: "UTC" }).format(new Date(`${on}T00:00:00Z`));

/** The minus stands before the dollar sign and does not part from it. */
function moneyIn(locale: Locale, amountCents: number): string {
  const dollars = new Intl.NumberFormat(region[locale], { style: "currency", currency: "USD" });
  return `${amountCents < 0 ? "\u2212" : ""}${dollars.format(Math.abs(amountCents) / 100)}`;
}

/** An advance is no loan and bears no interest; invoices and bills bear a fee only. */
const hasInterest = (productType: ProductType): boolean =>
  productType === "TERM_LOAN" || productType === "LOC_TERM_LOAN";
const isAdvance = (productType: ProductType): boolean => productType === "MCA" || productType === "INTEGRATED_MCA";

/** The texts of a statement in one language, in the order in which the template prints them. */
export function statementText(locale: Locale, contents: StatementContents) {
  const { productType, month, version, figures, businessName, reference, lender, support } = contents;
  const words = phrases[locale];
  const money = (amountCents: Cents): string => moneyIn(locale, amountCents);
  const day = (on: BusinessDate): string => formatted(locale, on, { dateStyle: "medium" });
  const columns: { label: string; of: (owed: Owed) => Cents }[] = [
    { label: isAdvance(productType) ? words.advance : words.principal, of: (owed) => owed.principalCents },
    ...(hasInterest(productType) ? [{ label: words.interest, of: (owed: Owed) => owed.interestCents }] : []),
    { label: isAdvance(productType) ? words.fee : words.fees, of: (owed) => owed.feeCents },
    { label: words.total, of: owedInAll },
  ];
  const amounts = (owed: Owed) => columns.map(({ of }) => money(of(owed)));
  const changes = (owed: Owed) => columns.map(({ of }) => (of(owed) === 0 ? "\u2013" : money(of(owed))));
  const lineText = (line: StatementLine): string =>
    [
      line.kind === "FEE" ? (words.feeTypes[line.feeType ?? ""] ?? words.lines.FEE) : words.lines[line.kind],
      ...(line.reversedOn ? [words.reversed(day(line.reversedOn))] : []),
      ...(line.creditCents > 0 ? [words.credited(money(line.creditCents))] : []),
      ...(line.creditCents < 0 && line.kind === "PAYMENT_RETURNED" ? [words.creditTaken] : []),
    ].join(", ");
  const [firstDay, lastDay] = [day(month), day(lastDayOf(month))];
  const monthName = formatted(locale, month, { month: "long", year: "numeric" });
  return {
    title: `${words.titles[productType]}, ${monthName}`,
    facts: [
      { label: words.business, value: businessName },
      { label: words.reference, value: reference },
      { label: words.period, value: words.fromTo(firstDay, lastDay) },
      { label: words.paid, value: money(figures.paidCents) },
      { label: words.owedAtEnd, value: money(owedInAll(figures.closing)) },
    ],
    correction: version > 1 ? words.corrected(version, monthName) : null,
    header: [words.date, words.entry, ...columns.map(({ label }) => label)],
    opening: [firstDay, words.opening, ...amounts(figures.opening)],
    lines: figures.lines.map((line) => [day(line.on), lineText(line), ...changes(line)]),
    none: words.none,
    closing: [lastDay, words.closing, ...amounts(figures.closing)],
    notes: [
      ...(hasInterest(productType) ? [words.interestNote] : []),
      words.signNote,
      words.question(support.email, support.phone),
      words.lender(lender.name, lender.address),
    ],
  };
}

type Phrases = {
  titles: Record<ProductType, string>;
  lines: Record<StatementLineKind, string>;
  feeTypes: Record<string, string>;
  business: string;
  reference: string;
  period: string;
  fromTo: (from: string, to: string) => string;
  paid: string;
  owedAtEnd: string;
  corrected: (version: number, month: string) => string;
  reversed: (on: string) => string;
  credited: (amount: string) => string;
  creditTaken: string;
  date: string;
  entry: string;
  principal: string;
  advance: string;
  interest: string;
  fees: string;
  fee: string;
  total: string;
  opening: string;
  closing: string;
  none: string;
  interestNote: string;
  signNote: string;
  question: (email: string, phone: string | null) => string;
  lender: (name: string, address: string) => string;
};

const phrases: Record<Locale, Phrases> = {
  en: {
    titles: {
      TERM_LOAN: "Loan statement",
      LOC_TERM_LOAN: "Line of credit statement",
      FAST_PAY: "Invoice financing statement",
      EXTEND_PAY_PURCHASE_ORDER: "Accounts-payable financing statement",
      MCA: "Advance statement",
      INTEGRATED_MCA: "Advance statement",
    },
    lines: {
      FUNDED: "Funding",
      FUNDING_RETURNED: "Funding returned",
      REFINANCED: "Refinancing",
      INTEREST: "Interest due",
      PAYMENT: "Payment",
      PAYMENT_RETURNED: "Payment returned",
      SHARE_OF_SALES: "Share of card sales",
      CREDIT_APPLIED: "Paid from your credit",
      CREDIT_REFUNDED: "Credit paid back to you",
      FEE: "Fee",
      FEE_WAIVED: "Fee waived",
      WRITTEN_OFF: "Charged off",
      ADJUSTMENT: "Adjustment",
    },
    feeTypes: {
      LATE_PAYMENT: "Late fee",
      INSUFFICIENT_FUNDS: "Returned payment fee",
      MAINTENANCE: "Maintenance fee",
      EXTENSION_FEE: "Extension fee",
    },
    business: "Business",
    reference: "Reference",
    period: "Period",
    fromTo: (from, to) => `${from} to ${to}`,
    paid: "Paid in this period",
    owedAtEnd: "Owed at the end",
    corrected: (version, month) =>
      `This is version ${version} of the statement for ${month}. It replaces the earlier ones.`,
    reversed: (on) => `returned on ${on}`,
    credited: (amount) => `with ${amount} more than was owed`,
    creditTaken: "with what had been more than was owed",
    date: "Date",
    entry: "Entry",
    principal: "Principal",
    advance: "Advance",
    interest: "Interest",
    fees: "Fees",
    fee: "Fee",
    total: "Total",
    opening: "Owed at the beginning",
    closing: "Owed at the end",
    none: "There were no entries in this period.",
    interestNote:
      "Interest is listed on the day it falls due. Interest that is not due yet is not part of what is owed here.",
    signNote: "An amount with a minus lowers what is owed.",
    question: (email, phone) => `Questions about this statement: ${[email, phone].filter(Boolean).join(" or ")}.`,
    lender: (name, address) => `Provided by ${name}, ${address}.`,
  },
  es: {
    titles: {
      TERM_LOAN: "Estado de cuenta del préstamo",
      LOC_TERM_LOAN: "Estado de cuenta de la línea de crédito",
      FAST_PAY: "Estado de cuenta del financiamiento de facturas",
      EXTEND_PAY_PURCHASE_ORDER: "Estado de cuenta del financiamiento de cuentas por pagar",
      MCA: "Estado de cuenta del anticipo",
      INTEGRATED_MCA: "Estado de cuenta del anticipo",
    },
    lines: {
      FUNDED: "Desembolso",
      FUNDING_RETURNED: "Desembolso devuelto",
      REFINANCED: "Refinanciamiento",
      INTEREST: "Intereses vencidos",
      PAYMENT: "Pago",
      PAYMENT_RETURNED: "Pago devuelto",
      SHARE_OF_SALES: "Parte de las ventas con tarjeta",
      CREDIT_APPLIED: "Pagado con su saldo a favor",
      CREDIT_REFUNDED: "Saldo a favor devuelto a usted",
      FEE: "Cargo",
      FEE_WAIVED: "Cargo condonado",
      WRITTEN_OFF: "Cancelado en libros",
      ADJUSTMENT: "Ajuste",
    },
    feeTypes: {
      LATE_PAYMENT: "Cargo por pago atrasado",
      INSUFFICIENT_FUNDS: "Cargo por pago devuelto",
      MAINTENANCE: "Cargo de mantenimiento",
      EXTENSION_FEE: "Cargo por prórroga",
    },
    business: "Negocio",
    reference: "Referencia",
    period: "Período",
    fromTo: (from, to) => `del ${from} al ${to}`,
    paid: "Pagado en este período",
    owedAtEnd: "Saldo adeudado al final",
    corrected: (version, month) =>
      `Esta es la versión ${version} del estado de cuenta de ${month}. Sustituye a las anteriores.`,
    reversed: (on) => `devuelto el ${on}`,
    credited: (amount) => `con ${amount} más de lo adeudado`,
    creditTaken: "con lo que se había pagado de más",
    date: "Fecha",
    entry: "Movimiento",
    principal: "Capital",
    advance: "Anticipo",
    interest: "Intereses",
    fees: "Cargos",
    fee: "Cargo",
    total: "Total",
    opening: "Saldo adeudado al inicio",
    closing: "Saldo adeudado al final",
    none: "No hubo movimientos en este período.",
    interestNote:
      "Los intereses figuran el día en que vencen. Los que aún no han vencido no forman parte de lo adeudado que se muestra aquí.",
    signNote: "Un importe con signo menos reduce lo adeudado.",
    question: (email, phone) => `Preguntas sobre este estado de cuenta: ${[email, phone].filter(Boolean).join(" o ")}.`,
    lender: (name, address) => `Proporcionado por ${name}, ${address}.`,
  },
};
