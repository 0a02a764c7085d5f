import { z } from "zod/mini";
import { call } from "../call.ts";
import { invitationIntroduction } from "../onboarding/invitation-introduction.ts";

// The client sends the invitation in the InviteToken header, which no cross-origin page can set. The session is stored in a cookie.
export const introduceInvitation = call({
  method: "GET",
  path: "/api/invitation-tokens/v1/introduction",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Reads the business of an invitation and who sent it, without using the invitation.",
  answer: invitationIntroduction,
});

const invited = z.object({ signedIn: z.literal(true), expiresAt: z.iso.datetime(), userIndex: z.int() });

export const exchangeBusinessInvitation = call({
  method: "POST",
  path: "/api/invitation-tokens/v1/businesses/exchange",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Exchanges an invitation to a business for a session.",
  answer: invited,
});

export const exchangeCoOwnerInvitation = call({
  method: "POST",
  path: "/api/invitation-tokens/v1/secondary-owners/exchange",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Exchanges a co-owner's invitation for a session.",
  answer: invited,
});

export const declineCoOwnerInvitation = call({
  method: "POST",
  path: "/api/invitation-tokens/v1/secondary-owners/decline",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary:
    "Declines a co-owner's invitation because the person is not an owner. The invitation ends, and the primary owner is asked to correct the list.",
  answer: z.object({ declined: z.literal(true) }),
});

export const renewInvitation = call({
  method: "POST",
  path: "/api/invitation-tokens/v1/renew",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary:
    "Sends a new link in place of a used or expired one, to the invited address. The answer does not reveal whether the person is still invited.",
  answer: z.object({ accepted: z.literal(true) }),
  status: 202,
});

export const declineOwnership = call({
  method: "POST",
  path: "/api/secondary-owners/v2/decline",
  audience: "portal",
  slice: "people",
  action: "co-owner.decline",
  summary:
    "Declines ownership after the invitation was accepted and before the first step is completed. The person is removed as a co-owner, and the primary owner is asked to correct the list.",
  answer: z.object({ declined: z.literal(true) }),
});
