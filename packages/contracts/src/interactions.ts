import { uploadRejections } from "@inlay/lending/documents/document.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { portalCodeOf, refusalCodes } from "./errors.ts";
import { uuid } from "./ids.ts";

/**
 * What the portal reports about a person's actions and errors. The list is closed, and the details of an interaction are
 * ids, choices from a list or small counts, so text that a person typed cannot be reported.
 *
 * The names are in capitals, except two that the spec writes in lower case.
 */
const interaction = <const Name extends string>(eventType: Name) => z.strictObject({ eventType: z.literal(eventType) });

const interactionWith = <const Name extends string, Details extends z.core.$ZodLooseShape>(
  eventType: Name,
  details: Details,
) => z.strictObject({ eventType: z.literal(eventType), ...details });

/** After this many failed or closed bank-link windows in a row a person counts as stuck. */
export const mostBankLinkAttempts = 3;
const mostCountedAttempts = 99;
const attempt = z.int().check(z.minimum(1), z.maximum(mostCountedAttempts));
/** Every failure is reported, also after a person counts as stuck. */
export const countedAttempt = (number: number): number => Math.min(number, mostCountedAttempts);

const reason = z.enum(uploadRejections);

// The discriminator is `eventType`, as for all events in the portal's API.
export const interactions = z.discriminatedUnion("eventType", [
  // Onboarding.
  interaction("ELIGIBILITY_SCREENER_SUBMITTED"),
  interaction("ELIGIBILITY_SCREENER_PASSED"),
  interaction("ELIGIBILITY_SCREENER_FAILED"),
  interaction("UNSUPPORTED_COUNTRY_ENTERED"),
  interactionWith("BANK_LINK_CONNECTION_FAILED", { attempt }),
  interactionWith("BANK_LINK_STUCK", { cause: z.enum(["FAILED", "CLOSED"]) }),
  interaction("ACCOUNTING_WIDGET_FAILED"),
  interaction("ONBOARDING_LOAD_FAILED"),

  // Offers.
  interactionWith("OFFER_SLIDERS_MOVED", { productType: z.enum(productTypes), slider: z.enum(["TERM", "AMOUNT"]) }),
  interactionWith("OFFER_IDLE", { productType: z.enum(productTypes) }),
  interaction("LEGAL_DOCUMENTS_POLL_EXHAUSTED"),
  interaction("LEGAL_DOCUMENT_SIGNING_FAILED"),
  interaction("IDENTITY_VERIFICATION_FAILED"),

  // Servicing.
  interactionWith("SERVICING_MENU_OPENED", { issuedProductId: uuid }),
  interactionWith("PAY_NOW_CLICKED", { issuedProductId: uuid }),
  interactionWith("EARLY_PAYOFF_REQUESTED_FOR_LATE_LOAN", { issuedProductId: uuid }),
  interactionWith("PAYMENT_ORDERS_FETCH_FAILED", { issuedProductId: uuid }),
  interactionWith("INVOICES_FETCH_FAILED", { issuedProductId: uuid }),
  interactionWith("INVOICE_FILE_DOWNLOAD_FAILED", { invoiceId: uuid }),
  interactionWith("PARSE_RESULT_FETCH_FAILED", { businessDocumentId: uuid }),
  interactionWith("BUSINESS_DOCUMENT_FETCH_FAILED", { businessDocumentId: uuid }),
  interactionWith("SESSION_INVOICE_SUBMIT_FAILED", { issuedProductId: uuid }),
  interactionWith("PAY_NOW_FAILED", { invoiceId: uuid }),
  interactionWith("INVOICE_CANCEL_FAILED", { invoiceId: uuid }),
  interactionWith("DRAW_CREATE_FAILED", { issuedProductId: uuid }),
  interactionWith("EARLY_PAYOFF_FAILED", { issuedProductId: uuid }),
  interactionWith("STATEMENTS_DOWNLOAD_FAILED", { issuedProductId: uuid }),
  interaction("AGREEMENTS_DOWNLOAD_FAILED"),

  // Any section. The banner reports the error code of the response, or null if there was no response.
  interactionWith("business-document-upload-failed", { reason }),
  interactionWith("fast-pay-upload-failed", { reason }),
  interactionWith("ERROR_BANNER_SHOWN", { code: z.nullable(z.enum(refusalCodes.map(portalCodeOf))) }),
  interaction("ROLE_UPSERT_FAILED"),
  interaction("EMBEDDED_TOKEN_FETCH_FAILED"),
  interaction("UNKNOWN_CUSTOM_INITIALIZATION"),
]);
export type Interaction = z.infer<typeof interactions>;
