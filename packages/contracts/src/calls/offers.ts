import { z } from "zod/mini";
import { call } from "../call.ts";
import { offersWorkflow } from "../onboarding/workflow.ts";

export const getOffersWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow/offers",
  audience: "portal",
  slice: "offers",
  action: "workflow.view",
  summary: "Reads the current step of the business's offers.",
  answer: offersWorkflow,
});

export const initializeIdentityInquiry = call({
  method: "POST",
  path: "/api/v1/workflow/offers/persona-inquiries/initialize",
  audience: "portal",
  slice: "offers",
  action: "identity.verify",
  summary: "Starts a person's identity verification, or goes on with the one that is not finished.",
  answer: z.object({
    inquiryId: z.string(),
    /** Opens the verification in the vendor's frame. For this person alone. */
    sessionToken: z.string(),
    /** The host of the vendor's frame, in the form that its library expects. */
    frameHost: z.string(),
  }),
});
