export { type Claimant, claimantsOf, isContested, settlePrimaryOwner } from "./primary-owner.ts";
export { claimRoles, rolesOccupied } from "./roles.ts";
export { prepareSignInCode, spendCode } from "./sign-in.ts";
