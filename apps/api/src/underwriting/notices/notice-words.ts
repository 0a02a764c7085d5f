import type { Locale } from "@inlay/contracts/locales.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { ScoreFactor } from "@inlay/lending/underwriting/data/score-factors.ts";
import { type DenialReason, denialReasons } from "@inlay/lending/underwriting/denial-reasons.ts";

type Words = Record<Locale, string>;

/** The products as a notice names them. */
export const productWords: Record<ProductType, Record<Locale, { name: string; inSentence: string }>> = {
  TERM_LOAN: {
    en: { name: "Term loan", inSentence: "a term loan" },
    es: { name: "Préstamo a plazo", inSentence: "un préstamo a plazo" },
  },
  LOC_TERM_LOAN: {
    en: { name: "Line of credit", inSentence: "a line of credit" },
    es: { name: "Línea de crédito", inSentence: "una línea de crédito" },
  },
  FAST_PAY: {
    en: { name: "Invoice financing", inSentence: "invoice financing" },
    es: { name: "Financiamiento de facturas", inSentence: "financiamiento de facturas" },
  },
  EXTEND_PAY_PURCHASE_ORDER: {
    en: { name: "Accounts-payable financing", inSentence: "accounts-payable financing" },
    es: { name: "Financiamiento de cuentas por pagar", inSentence: "financiamiento de cuentas por pagar" },
  },
  MCA: {
    en: { name: "Cash advance", inSentence: "a cash advance" },
    es: { name: "Anticipo de efectivo", inSentence: "un anticipo de efectivo" },
  },
  INTEGRATED_MCA: {
    en: { name: "Cash advance", inSentence: "a cash advance" },
    es: { name: "Anticipo de efectivo", inSentence: "un anticipo de efectivo" },
  },
};

/** A reason in the words of the specification. A cash advance is not a loan. */
export function reasonWords(reason: DenialReason, product: ProductType): Words {
  const isAdvance = product === "MCA" || product === "INTEGRATED_MCA";
  if (isAdvance && reason === "LOANS_UNAVAILABLE_IN_STATE")
    return { en: "advances unavailable in your state", es: "anticipos no disponibles en su estado" };
  return { en: denialReasons[reason], es: spanishReasons[reason] };
}

const spanishReasons: Record<DenialReason, string> = {
  CREDIT_APPLICATION_INCOMPLETE: "Solicitud de crédito incompleta",
  CASH_FLOW_INSUFFICIENT: "Flujo de efectivo insuficiente para el monto o el tipo de crédito solicitado",
  EXCESSIVE_OBLIGATIONS: "Obligaciones excesivas en relación con el flujo de efectivo",
  TIME_IN_BUSINESS: "Antigüedad de la empresa",
  NO_CREDIT_FILE: "Sin expediente de crédito",
  LIMITED_CREDIT_EXPERIENCE: "Experiencia de crédito limitada",
  CREDIT_SCORE_BELOW_MINIMUM: "El puntaje de crédito no cumplió los criterios de crédito",
  POOR_CREDIT_PERFORMANCE: "Mal historial de pago con nosotros",
  DELINQUENT_CREDIT_OBLIGATIONS: "Obligaciones de crédito morosas, pasadas o presentes, con otros",
  COLLECTION_ACTION_OR_JUDGMENT: "Acción de cobro o sentencia judicial",
  BANKRUPTCY: "Bancarrota",
  LOANS_UNAVAILABLE_IN_STATE: "préstamos no disponibles en su estado",
  UNSUPPORTED_INDUSTRY: "La política de crédito no admite su industria",
  UNABLE_TO_VERIFY_IDENTITY: "No se pudo verificar la identidad",
  UNABLE_TO_VERIFY_INFORMATION: "No se pudo verificar la información de la solicitud",
  COLLATERAL_POSITION: "Gravámenes existentes sobre los activos de la empresa",
  INDUSTRY_RISK: "Riesgo de la industria en relación con el monto del crédito",
  NO_LAWFUL_PRICE: "No podemos ofrecer crédito a un precio que su estado permita",
  NO_FUNDING_AVAILABLE: "No hay fondos disponibles para este tipo de crédito",
  GUARANTY_REQUIRED: "No se otorgó una garantía personal requerida",
  GUARANTOR_CREDIT: "Historial de crédito de un codueño o garante",
  AMOUNT_ABOVE_MAXIMUM: "El monto solicitado supera el máximo que ofrecemos para este tipo de crédito",
};

/** What lowers a credit score. */
export const factorWords: Record<ScoreFactor, Words> = {
  AMOUNTS_OWED: {
    en: "Amount owed on accounts is too high",
    es: "El monto adeudado en las cuentas es demasiado alto",
  },
  DELINQUENCY: { en: "Level of delinquency on accounts", es: "Nivel de morosidad en las cuentas" },
  ACCOUNTS_WITH_BALANCES: { en: "Too many accounts with balances", es: "Demasiadas cuentas con saldo" },
  INQUIRIES: { en: "Too many inquiries in the last 12 months", es: "Demasiadas consultas en los últimos 12 meses" },
  REVOLVING_USE: {
    en: "Balances on revolving accounts are too high in relation to their limits",
    es: "Los saldos de las cuentas rotativas son demasiado altos en relación con sus límites",
  },
  REVOLVING_AGE: {
    en: "Revolving accounts have been established for a short time",
    es: "Las cuentas rotativas tienen poca antigüedad",
  },
  RECENT_DELINQUENCY: {
    en: "Time since a delinquency is too short or unknown",
    es: "El tiempo desde una morosidad es demasiado corto o desconocido",
  },
  ACCOUNT_AGE: {
    en: "Accounts have been established for a short time",
    es: "Las cuentas tienen poca antigüedad",
  },
  NO_RECENT_REVOLVING: {
    en: "Lack of recent information on revolving accounts",
    es: "Falta de información reciente sobre cuentas rotativas",
  },
  ACCOUNTS_WITH_DELINQUENCY: { en: "Number of accounts with delinquency", es: "Número de cuentas con morosidad" },
  RECENT_PUBLIC_RECORD: {
    en: "Time since a derogatory public record or collection is too short",
    es: "El tiempo desde un registro público negativo o un cobro es demasiado corto",
  },
  RECENT_ACCOUNT: {
    en: "Time since the most recent account was opened is too short",
    es: "El tiempo desde la apertura de la cuenta más reciente es demasiado corto",
  },
  LOAN_BALANCES: {
    en: "Balances on loans are too high in relation to the amounts borrowed",
    es: "Los saldos de los préstamos son demasiado altos en relación con los montos prestados",
  },
  SERIOUS_DELINQUENCY: { en: "Serious delinquency", es: "Morosidad grave" },
  PUBLIC_RECORD: {
    en: "Derogatory public record or collection filed",
    es: "Registro público negativo o cobro presentado",
  },
};
