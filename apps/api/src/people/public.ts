export { claimRoles, rolesOccupied } from "./roles.ts";
export { prepareSignInCode } from "./sign-in.ts";
