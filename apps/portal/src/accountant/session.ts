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
import { request } from "../shared/api.ts";
import { createLifetime } from "../shared/lifetime.ts";
import type { PortalSession } from "../shared/portal-session.tsx";

/** What an owner asks about papers, an accountant asks at a door of their own. */
const ownCalls = new Map<Call, Call>([
  [requestTaxReturnUploads, requestAccountantUploads],
  [confirmDocumentUpload, confirmAccountantUpload],
  [getBusinessDocument, getAccountantDocument],
  [getBusinessDocumentUrl, getAccountantDocumentUrl],
]);

/** An accountant's stay. A cookie that no script can read shows who is asking. They are nobody of the business, so nothing is told of them. */
export const accountantSession: PortalSession = {
  ask: (call, parts) =>
    request((ownCalls.get(call) ?? call) as typeof call, parts, { "accept-language": i18n.locale || "en" }),
  report: () => {},
  switchTo: () => {},
  host: null,
  leave: async () => {},
  // Nothing that an accountant does waits to be kept; a visit that is over says so at the next thing they do.
  lifetime: createLifetime({ look: () => Promise.reject(), extend: () => Promise.reject() }),
  comeBack: async () => {},
};
