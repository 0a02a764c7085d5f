import { onboardingSteps } from "@inlay/lending/onboarding/steps.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { lenderOfRecord, sampleLender } from "./lender-of-record.ts";

/** How a platform's users sign in: through the platform's own session (CONNECT), or on our page (DIRECT). */
export const integrationTypes = ["CONNECT", "DIRECT"] as const;
export const accountingSources = ["RAILZ", "TAX"] as const;

/** The text becomes part of the frame-ancestors header, so a host may contain only letters, digits, dots and hyphens. */
function isExactOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const local = hostname === "localhost" || hostname === "127.0.0.1";
  const allowed = protocol === "https:" || (protocol === "http:" && local);
  return allowed && origin === text && /^[a-z0-9.-]+$/.test(hostname);
}

/** Scheme, host and port only. Plain http is allowed only on a developer's own machine. */
export const origin = z
  .string()
  .check(z.refine(isExactOrigin, "must be an exact https origin, or http on localhost or 127.0.0.1"));

const hostAndPort = z
  .string()
  .check(z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, "must be a host name, with a port if it needs one"));

const unique = z.refine<readonly unknown[]>((list) => new Set(list).size === list.length, "must not repeat");

/** The support hours as text for people. */
export const supportHours = z.object({
  en: z.string().check(z.maxLength(200)),
  es: z.string().check(z.maxLength(200)),
});

const isInAllowedOrigin = ({
  embedUrl,
  allowedParentOrigins,
}: {
  embedUrl: string | null;
  allowedParentOrigins: string[];
}) => embedUrl === null || allowedParentOrigins.includes(new URL(embedUrl).origin);

/** A platform's contract and settings as one row. A changed shape gets a new schemaVersion. */
export const platformSettings = z
  .object({
    schemaVersion: z.literal(1),
    integrationType: z.enum(integrationTypes),
    isTtsPlatform: z.boolean(),
    platformProgramName: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    platformEnabledProducts: z.array(z.enum(productTypes)).check(z.minLength(1), unique),
    prequalEnabled: z.boolean(),
    minimumFicoScoreRequiredOnPlatform: z.int().check(z.minimum(300), z.maximum(850)),
    isCreditCheckEnabled: z.boolean(),
    referenceKanmonInCopy: z.boolean(),
    onboardingSurveyEnabled: z.boolean(),
    platformDisbursementAccountExpected: z.boolean(),
    canUsePlatformCreatedDisbursementAccountForServicing: z.boolean(),
    canUploadInvoiceForInvoiceFinancing: z.boolean(),
    canUploadInvoiceForAccountsPayableFinancing: z.boolean(),
    /** Whether the payee of a bill must receive all of it, so that a bill is not financed in part. Each bill keeps it as it was. */
    isFullyPayable: z._default(z.boolean(), true),
    achAuthorizationRequired: z.boolean(),
    markupEnabled: z.boolean(),
    openEnrollmentEnabled: z.boolean(),
    requiredSteps: z.array(z.enum(onboardingSteps)).check(unique),
    hiddenSteps: z.array(z.enum(onboardingSteps)).check(unique),
    /** Up to this prequalified amount, onboarding asks for neither accounting data nor tax documents. */
    prequalHidesStepsUpToCents: z.int().check(z.minimum(0)),
    accountingSource: z.enum(accountingSources),
    /** Whether a cash advance counts when onboarding checks if there is only one product to choose from. */
    countMcaInSelection: z.boolean(),
    allowedParentOrigins: z.array(origin).check(z.maxLength(20), unique),
    /** A draw above this amount needs a step-up. */
    drawStepUpAboveCents: z._default(z.int().check(z.minimum(0)), 2_500_000),
    /** The page where Inlay is embedded. Emails link to it. */
    embedUrl: z._default(z.nullable(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))), null),
    /** The hosts that serve the direct sign-in page. */
    signInDomains: z.array(hostAndPort).check(z.maxLength(20), unique),
    supportEmail: z.email(),
    supportPhone: z.nullable(z.string()),
    supportHours: z._default(z.nullable(supportHours), null),
    /** The platform's key for the help widget; null if the platform has no help widget. */
    helpWindowKey: z._default(z.nullable(z.string().check(z.regex(/^[\w-]{1,100}$/))), null),
    licenseLine: z.string().check(z.maxLength(500)),
    /** The creditor that notices about decisions name. */
    lenderOfRecord: z._default(lenderOfRecord, sampleLender),
    /** Where a letter reaches the platform, in one line. Every email ends with it. */
    postalAddress: z._default(z.string().check(z.trim(), z.maxLength(300)), ""),
  })
  .check(z.refine(isInAllowedOrigin, { path: ["embedUrl"], error: "must be a page of an allowed parent origin" }));
export type PlatformSettings = z.infer<typeof platformSettings>;

export const defaultSettings = (): PlatformSettings => ({
  schemaVersion: 1,
  integrationType: "CONNECT",
  isTtsPlatform: false,
  platformProgramName: "Business financing",
  platformEnabledProducts: [...productTypes],
  prequalEnabled: true,
  minimumFicoScoreRequiredOnPlatform: 600,
  isCreditCheckEnabled: true,
  referenceKanmonInCopy: false,
  onboardingSurveyEnabled: true,
  platformDisbursementAccountExpected: false,
  canUsePlatformCreatedDisbursementAccountForServicing: false,
  canUploadInvoiceForInvoiceFinancing: true,
  canUploadInvoiceForAccountsPayableFinancing: true,
  isFullyPayable: true,
  achAuthorizationRequired: true,
  markupEnabled: false,
  openEnrollmentEnabled: false,
  requiredSteps: [],
  hiddenSteps: [],
  prequalHidesStepsUpToCents: 5_000_000,
  accountingSource: "RAILZ",
  countMcaInSelection: false,
  allowedParentOrigins: [],
  drawStepUpAboveCents: 2_500_000,
  embedUrl: null,
  signInDomains: [],
  supportEmail: "support@inlay.example",
  supportPhone: null,
  supportHours: null,
  helpWindowKey: null,
  licenseLine: "",
  lenderOfRecord: sampleLender,
  postalAddress: "",
});
