import { uploadRejections } from "@inlay/lending/documents/document.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { portalCodeOf, refusalCodes } from "./errors.ts";
import { uuid } from "./ids.ts";

/**
 * What the portal may tell us about what a person did or met. It is a closed list, and what goes with a name is an id,
 * a choice from a list or a small count: there is no place for something that a person typed.
 *
 * The names are in capitals, save two whose given spelling is in small letters.
 */
const interaction = <const Name extends string>(eventType: Name) => z.strictObject({ eventType: z.literal(eventType) });

const interactionWith = <const Name extends string, Details extends z.core.$ZodLooseShape>(
  eventType: Name,
  details: Details,
) => z.strictObject({ eventType: z.literal(eventType), ...details });

/** After so many failures or closings of the bank's window a person is stuck. */
export const mostBankLinkAttempts = 3;
const attempt = z.int().check(z.minimum(1), z.maximum(mostBankLinkAttempts));

const reason = z.enum(uploadRejections);

// They are told apart by `eventType`, the name that every event on the portal's wire goes by.
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

  // Anywhere. The banner tells the code that the portal was answered, or null if there was no answer.
  interactionWith("business-document-upload-failed", { reason }),
  interactionWith("fast-pay-upload-failed", { reason }),
  interactionWith("ERROR_BANNER_SHOWN", { code: z.nullable(z.enum(refusalCodes.map(portalCodeOf))) }),
  interaction("ROLE_UPSERT_FAILED"),
  interaction("EMBEDDED_TOKEN_FETCH_FAILED"),
  interaction("UNKNOWN_CUSTOM_INITIALIZATION"),
]);
export type Interaction = z.infer<typeof interactions>;
