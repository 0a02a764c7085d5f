import type { StaffAction } from "../approvals/public.ts";
import type { Slice } from "../slice.ts";
import { acceptWhenSigned } from "./accept-offer.ts";
import { answerAppeal, appealStaffRoutes } from "./appeals/answer-appeal.ts";
import { appealEmail } from "./appeals/appeal-email.ts";
import { remindOfAppeal } from "./appeals/appeals.ts";
import { applicationDeadlines } from "./application-deadlines.ts";
import { offerStaffActions, offerStaffRoutes } from "./assign-capital.ts";
import { confirmRefresh, refreshStaffRoutes } from "./confirm-refresh.ts";
import { decideApplications, decideWithAccount } from "./decide-applications.ts";
import { endSignatures } from "./end-signatures.ts";
import { offersExpiredEmail, offersExpiringEmail, offersReadyEmail } from "./offer-emails.ts";
import { refreshWithReports } from "./refresh-offers.ts";
import { offerRoutes } from "./routes.ts";
import { offerSandboxRoutes } from "./sandbox-helpers.ts";
import { sizeAgain, sizeOffersAgain } from "./size-again.ts";

export const offers: Slice = {
  name: "offers",
  routes: {
    portal: [offerRoutes, offerSandboxRoutes],
    staff: [offerStaffRoutes, refreshStaffRoutes, appealStaffRoutes],
  },
  staffActions: [
    ...offerStaffActions,
    confirmRefresh as unknown as StaffAction,
    answerAppeal as unknown as StaffAction,
  ],
  dueJobs: [applicationDeadlines, remindOfAppeal],
  eventHandlers: {
    "appeal.answered": [appealEmail],
    "application.offered": [offersReadyEmail, sizeAgain],
    "application.offers_expired": [offersExpiredEmail],
    "application.expiry_reminded": [offersExpiringEmail],
    "bank_account.added": [decideWithAccount],
    "offer.accepted": [sizeAgain],
    "payment.returned": [sizeAgain],
    "payment.settled": [sizeAgain],
    "product.status_changed": [sizeAgain],
    "report.updated": [refreshWithReports],
    "signing.completed": [acceptWhenSigned],
  },
  workflows: {
    /**
     * Why durable: banks are asked for balances and the key vault for keys, and both may be down. Key: one per completion or ruling. Final:
     * nothing; an application is decided once, whatever number of runs look at it.
     */
    "decide-applications": (app) => (ids, step) => step("decide", () => decideApplications(app, ids)),

    /**
     * Why durable: the vendor may be down, and a signature that is given there until it answers is valid. Key: one per start. Final:
     * nothing; it is retried until nothing about expired offers is out for signature.
     */
    "end-signatures": (app) => (ids, step) => step("end", () => endSignatures(app, ids)),

    /**
     * Why durable: the vendor voids what is out for signature and banks are asked for balances, and both may be down. Key: one per event that
     * outdates offers or start by the clock. Final: nothing; offers that are not outdated any more are not sized again.
     */
    "size-offers-again": (app) => (ids, step) => step("size", () => sizeOffersAgain(app, ids)),
  },
};
