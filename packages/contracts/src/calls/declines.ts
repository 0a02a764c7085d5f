import { call } from "../call.ts";
import { appeal, decline, newAppeal } from "../decline.ts";

export const getDecline = call({
  method: "GET",
  path: "/api/v1/loan-applications/decline",
  audience: "portal",
  slice: "offers",
  action: "decline.view",
  summary:
    "Tells what would have led to an offer, computed from the stored decision, and from when the business may apply again.",
  answer: decline,
});

export const requestAppeal = call({
  method: "POST",
  path: "/api/v1/loan-applications/appeal",
  audience: "portal",
  slice: "offers",
  action: "appeal.request",
  summary: "Asks staff to look at the declined application again. Once for each application; the answer names its day.",
  body: newAppeal,
  answer: appeal,
});
