import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { StatementFigures } from "@inlay/lending/servicing/statement.ts";
import type { CleanKey } from "../../providers/files/port.ts";

export const statementColumns = [
  "id",
  "issued_product_id",
  "month",
  "statement_version",
  "locale",
  "opening_principal_cents",
  "opening_interest_cents",
  "opening_fee_cents",
  "closing_principal_cents",
  "closing_interest_cents",
  "closing_fee_cents",
  "paid_cents",
  "lines",
  "issued_at",
  "pdf_sha256",
] as const;

type FigureRow = {
  opening_principal_cents: number;
  opening_interest_cents: number;
  opening_fee_cents: number;
  closing_principal_cents: number;
  closing_interest_cents: number;
  closing_fee_cents: number;
  paid_cents: number;
  lines: unknown;
};

export const figuresOf = (row: FigureRow): StatementFigures => ({
  opening: {
    principalCents: cents(row.opening_principal_cents),
    interestCents: cents(row.opening_interest_cents),
    feeCents: cents(row.opening_fee_cents),
  },
  lines: row.lines as StatementFigures["lines"],
  closing: {
    principalCents: cents(row.closing_principal_cents),
    interestCents: cents(row.closing_interest_cents),
    feeCents: cents(row.closing_fee_cents),
  },
  paidCents: cents(row.paid_cents),
});

export const statementKeyOf = (place: { platformId: string; businessId: string; id: string }): CleanKey =>
  `clean/${place.platformId}/${place.businessId}/${place.id}-statement`;

/** Corrected versions have a name of their own, so that several fit into one folder. */
export const statementFileName = (month: BusinessDate, version: number): string =>
  `statement-${month.slice(0, 7)}${version === 1 ? "" : `-version-${version}`}.pdf`;
