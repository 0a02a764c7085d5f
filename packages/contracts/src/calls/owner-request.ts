import { call } from "../call.ts";
import { ownerRequest, ownerRequestForm } from "../onboarding/owner-request.ts";

// An employee cannot apply, so they can have us ask an owner to apply.
export const getOwnerRequest = call({
  method: "GET",
  path: "/api/v1/owner-request",
  audience: "portal",
  slice: "people",
  action: "owner.ask",
  summary: "Reads which owner applies, and whether an employee had us email an owner.",
  answer: ownerRequest,
});

export const askOwner = call({
  method: "POST",
  path: "/api/v1/owner-request",
  audience: "portal",
  slice: "people",
  action: "owner.ask",
  summary: "Emails the owner who applies or, if there is none, the given address.",
  body: ownerRequestForm,
  answer: ownerRequest,
});
