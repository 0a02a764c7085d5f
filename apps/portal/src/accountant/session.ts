import type { Call } from "@inlay/contracts/call.ts";
import {
  confirmAccountantUpload,
  getAccountantDocument,
  getAccountantDocumentUrl,
  requestAccountantUploads,
} from "@inlay/contracts/calls/accountant.ts";
import {
  confirmDocumentUpload,
  getBusinessDocument,
  getBusinessDocumentUrl,
  requestTaxReturnUploads,
} from "@inlay/contracts/calls/documents.ts";
import { i18n } from "@lingui/core";
import { request } from "../shared/api/api.ts";
import { createLifetime } from "../shared/session/lifetime.ts";
import type { PortalSession } from "../shared/session/portal-session.tsx";
import { createStepUp } from "../shared/session/step-up.ts";

/** The document calls of an owner and the accountant routes that replace them. */
const ownCalls = new Map<Call, Call>([
  [requestTaxReturnUploads, requestAccountantUploads],
  [confirmDocumentUpload, confirmAccountantUpload],
  [getBusinessDocument, getAccountantDocument],
  [getBusinessDocumentUrl, getAccountantDocumentUrl],
]);

/** An accountant's session, identified by an HttpOnly cookie. An accountant is no user of the business: interactions are not reported. */
export const accountantSession: PortalSession = {
  ask: (call, parts) =>
    request((ownCalls.get(call) ?? call) as typeof call, parts, { "accept-language": i18n.locale || "en" }),
  report: () => {},
  switchTo: () => {},
  host: null,
  leave: async () => {},
  // An accountant has no drafts to save. The next request shows that a session has ended.
  lifetime: createLifetime({ check: () => Promise.reject(), extend: () => Promise.reject() }),
  comeBack: async () => {},
  // No call of an accountant needs a step-up.
  stepUp: createStepUp(),
};
