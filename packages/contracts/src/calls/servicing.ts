import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { issuedProduct } from "../issued-product.ts";
import { servicingStep, servicingWorkflow } from "../onboarding/workflow.ts";
import { servicingHome } from "../servicing/home.ts";

const stepName = z.object({ id: servicingStep });
/** The product that the welcome page is about, and the day on which its money should arrive. Null at other steps, and for a line. */
const servicingStepShown = z.object({
  existingData: z.object({ issuedProduct: z.nullable(issuedProduct), fundsExpectedOn: z.nullable(z.iso.date()) }),
});

export const getServicingWorkflow = call({
  method: "GET",
  path: "/api/v1/workflow/servicing",
  audience: "portal",
  slice: "servicing",
  action: "workflow.view",
  summary: "Reads whether the business has an issued product, and whether the welcome page was shown.",
  answer: servicingWorkflow,
});

export const getServicingStep = call({
  method: "GET",
  path: "/api/v1/workflow/servicing/step/:id",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Reads the data of a servicing step.",
  params: stepName,
  answer: servicingStepShown,
});

/** Each product has a welcome page. Without the product, the pages of all products are completed. */
const servicingEvent = z.strictObject({
  eventType: z.literal("SERVICING_FLOW_INITIALIZED"),
  issuedProductId: z.optional(uuid),
});

export const completeServicingStep = call({
  method: "PUT",
  path: "/api/v1/workflow/servicing/complete-step",
  audience: "portal",
  slice: "servicing",
  action: "servicing.begin",
  summary: "Completes the welcome page of a product.",
  body: servicingEvent,
  answer: servicingWorkflow,
});

export const getCoOwnerServicingWorkflow = call({
  method: "GET",
  path: "/api/v1/owners/workflow/servicing",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.view",
  summary: "Reads, for a co-owner, whether the business has an issued product.",
  answer: servicingWorkflow,
});

export const getCoOwnerServicingStep = call({
  method: "GET",
  path: "/api/v1/owners/workflow/servicing/step/:id",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.view",
  summary: "Reads the data of a co-owner's servicing step.",
  params: stepName,
  answer: servicingStepShown,
});

export const completeCoOwnerServicingStep = call({
  method: "PUT",
  path: "/api/v1/owners/workflow/servicing/complete-step",
  audience: "portal",
  slice: "servicing",
  action: "co-owner.complete-step",
  summary: "Completes a co-owner's servicing step.",
  body: servicingEvent,
  answer: servicingWorkflow,
});

export const getIssuedProducts = call({
  method: "GET",
  path: "/api/v1/issued-products",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Lists the current and past products of the business.",
  answer: z.object({ issuedProducts: z.array(issuedProduct) }),
});

export const getServicingHome = call({
  method: "GET",
  path: "/api/v1/servicing/home",
  audience: "portal",
  slice: "servicing",
  action: "servicing.view",
  summary: "Reads the home page of servicing: the products, and what is to pay.",
  answer: servicingHome,
});
