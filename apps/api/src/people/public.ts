export { askOwner, ownerRequestOf } from "./ask-owner.ts";
export { coOwnerWaitedFor } from "./co-owner-waited-for.ts";
export {
  correctCoOwner,
  correctSignerEmail,
  listCoOwners,
  nameCoOwner,
  primaryOwnerOf,
  refuseClashes,
  releaseCoOwner,
  removeCoOwner,
  saveOwnership,
} from "./co-owners.ts";
export { exchangeConnectToken } from "./connect-tokens.ts";
export { declineInvitation, declineOwnership, exchangeInvitation, introduceInvitation } from "./exchange-invitation.ts";
export { invitationEmail, inviteChangedCoOwners, noteBouncedInvitation } from "./invitation-emails.ts";
export { coOwnerInvitations, inviteCoOwnerAgain, inviteCoOwners, inviteToSign } from "./invitations.ts";
export { membershipsOf } from "./memberships.ts";
export {
  comparePersonalPhoneCode,
  isVerifiedPhone,
  type PersonalPhone,
  readPersonalPhone,
  savePersonalPhone,
  sendPersonalPhoneCode,
  verifyPhoneInSandbox,
} from "./personal-phone.ts";
export { type Claimant, claimantsOf, isContested, settlePrimaryOwner } from "./primary-owner.ts";
export { businessesByReference, referenceOf } from "./reference.ts";
export { renewInvitation } from "./renew-invitation.ts";
export { claimRoles, rolesOccupied } from "./roles.ts";
export { insertBusiness, insertConnectToken, insertUser, updateBusiness, updateUser } from "./rows.ts";
export { endSession, endSessionsOf, extendSession, secondsUntil, timeLeftOf } from "./sessions.ts";
export { requestSignIn, spendCode, verifySignIn } from "./sign-in.ts";
export { readStepUpMethods } from "./step-up-methods.ts";
