import type { Slice } from "../slice.ts";
import { checkOpenChecklists, endWithdrawnChecklist, openChecklist, watchChecklist } from "./closing.ts";
import { payOffOtherLenders } from "./external-payoffs.ts";
import { payoutReturnedEmail, welcomeEmail } from "./funding-emails.ts";
import { closeUnfundedProduct, followPayout } from "./funding-returned.ts";
import { payoffChangedEmail, payoffLettersReceivedEmail } from "./payoff-emails.ts";
import { watchLetter } from "./payoff-letters.ts";
import { fundingStaffActions, fundingStaffRoutes, lienFilingStaffRoutes } from "./staff-routes.ts";

export const funding: Slice = {
  name: "funding",
  routes: { staff: [fundingStaffRoutes, lienFilingStaffRoutes] },
  staffActions: fundingStaffActions,
  dueJobs: [watchChecklist, watchLetter, closeUnfundedProduct],
  eventHandlers: {
    "application.funded": [welcomeEmail],
    "application.withdrawn": [endWithdrawnChecklist],
    "offer.accepted": [openChecklist],
    "offer.payoff_changed": [payoffChangedEmail],
    "payment.cancelled": [followPayout],
    "payment.failed": [followPayout],
    "payment.returned": [followPayout],
    "payment.settled": [payOffOtherLenders],
    "payoff_letters.received": [payoffLettersReceivedEmail],
    "product.payout_awaited": [payoutReturnedEmail],
  },
  workflows: {
    /**
     * Why durable: the sanctions list and banks are asked, and either may be down. Key: one per signed application, and one per day after the
     * last day of a closing. Final: nothing; results are stored only where they have changed.
     */
    "check-closing": (app) => (ids, step) => step("check", () => checkOpenChecklists(app, ids)),
  },
};
