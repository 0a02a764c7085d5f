export { listCoOwners, primaryOwnerOf } from "./co-owners.ts";
export { invitationEmail, inviteChangedCoOwners, noteBouncedInvitation } from "./invitation-emails.ts";
export { coOwnerInvitations, inviteCoOwners } from "./invitations.ts";
export { type Claimant, claimantsOf, isContested, settlePrimaryOwner } from "./primary-owner.ts";
export { businessesByReference } from "./reference.ts";
export { claimRoles, rolesOccupied } from "./roles.ts";
export { prepareSignInCode, spendCode } from "./sign-in.ts";
