import * as coOwners from "./co-owners.ts";
import * as documents from "./documents.ts";
import * as offers from "./offers.ts";
import * as onboarding from "./onboarding.ts";
import * as partners from "./partners.ts";
import * as payments from "./payments.ts";
import * as people from "./people.ts";
import * as sandbox from "./sandbox.ts";
import * as servicing from "./servicing.ts";

/** Every call of the portal by name. A screen imports the one it makes from its own file, so it loads no other. */
export const portalCalls = {
  ...coOwners,
  ...documents,
  ...offers,
  ...onboarding,
  ...partners,
  ...payments,
  ...people,
  ...sandbox,
  ...servicing,
};
export type PortalCallName = keyof typeof portalCalls;
