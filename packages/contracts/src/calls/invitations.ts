import { call } from "../call.ts";
import { invitationIntroduction } from "../onboarding/invitation-introduction.ts";

export const introduceInvitation = call({
  method: "GET",
  path: "/api/invitation-tokens/v1/introduction",
  audience: "portal",
  slice: "people",
  action: "session.open",
  summary: "Reads the business of an invitation and who sent it, without using the invitation.",
  answer: invitationIntroduction,
});
