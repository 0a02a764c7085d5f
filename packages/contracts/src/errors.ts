import { access } from "./errors/access.ts";
import { approvals } from "./errors/approvals.ts";
import { banking } from "./errors/banking.ts";
import { clock } from "./errors/clock.ts";
import { closing } from "./errors/closing.ts";
import { decisions } from "./errors/decisions.ts";
import { documents } from "./errors/documents.ts";
import type { RefusalEntry } from "./errors/entry.ts";
import type { FieldError } from "./errors/field-codes.ts";
import { funding } from "./errors/funding.ts";
import { invoices } from "./errors/invoices.ts";
import { onboarding } from "./errors/onboarding.ts";
import { payments } from "./errors/payments.ts";
import { products } from "./errors/products.ts";
import { records } from "./errors/records.ts";
import { requests } from "./errors/requests.ts";
import { servicing } from "./errors/servicing.ts";
import { mergeDistinct } from "./merge-distinct.ts";

export { type NextActionKind, nextActionKinds, type RefusalEntry } from "./errors/entry.ts";

/** Every refusal, for all audiences. The key is the refusal's code and never changes. */
export const refusals = mergeDistinct(
  requests,
  access,
  records,
  onboarding,
  documents,
  banking,
  products,
  invoices,
  payments,
  approvals,
  decisions,
  closing,
  funding,
  servicing,
  clock,
);

export type RefusalCode = keyof typeof refusals;
export const refusalCodes = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]];

type Placeholders<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Needed<Code extends RefusalCode> = Placeholders<(typeof refusals)[Code]["message"]>;

type ContextValue = string | number | boolean | null | readonly string[];
export type RefusalContext = Readonly<Record<string, ContextValue>>;
type Details = { fields?: readonly FieldError[]; context?: RefusalContext };
type DetailsFor<Code extends RefusalCode> = [Needed<Code>] extends [never]
  ? [details?: Details]
  : [details: Details & { context: Record<Needed<Code>, ContextValue> }];

/** An expected error. Any other thrown error is a defect and is answered as INTERNAL. */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  readonly fields: readonly FieldError[];
  readonly context: RefusalContext;

  constructor(code: Code, ...[details]: DetailsFor<Code>) {
    const context = details?.context ?? {};
    super(fill(refusals[code].message, context));
    this.code = code;
    this.fields = details?.fields ?? [];
    this.context = context;
  }
}

/** Replaces the placeholders of a message with the context's values. */
export const fill = (sentence: string, context: RefusalContext): string =>
  sentence.replace(/\{(\w+)\}/g, (asWritten, name: string) => {
    const value = context[name];
    return value === undefined || value === null ? asWritten : Array.isArray(value) ? value.join(", ") : String(value);
  });

const upperSnake = (camelCase: string): string =>
  camelCase
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toUpperCase();

export const words = (code: string): string[] => code.toLowerCase().split("_");
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

export function portalCodeOf(code: RefusalCode): string {
  const entry: RefusalEntry = refusals[code];
  return entry.portalCode ?? (entry.errorCode === undefined ? code : upperSnake(entry.errorCode));
}

/** The error body that the portal receives. */
export function portalBody(
  code: RefusalCode,
  requestId: string,
  fields: readonly FieldError[] = [],
  context: RefusalContext = {},
) {
  const entry: RefusalEntry = refusals[code];
  return {
    errorCode: entry.errorCode ?? `${words(code).map(capital).join("")}Exception`,
    code: portalCodeOf(code),
    message: fill(entry.portalMessage ?? entry.message, context),
    requestId,
    ...(fields.length > 0 && {
      fields: fields.map(({ pointer, code: fieldCode, message }) => ({ pointer, code: fieldCode, message })),
    }),
  };
}

export type PortalErrorBody = ReturnType<typeof portalBody>;
