import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { coOwner, coOwnerDetails, coOwnerDetailsV2, coOwnerInvitation, coOwnerV2 } from "../onboarding/co-owner.ts";

// Co-owners, whom the primary owner names.
const coOwnerId = z.object({ id: uuid });
const coOwners = z.object({ secondaryOwners: z.array(coOwner) });
const coOwnersV2 = z.object({ secondaryOwners: z.array(coOwnerV2) });

const coOwnerCall = { audience: "portal", slice: "people", action: "co-owners.manage" } as const;

const listing = { ...coOwnerCall, method: "GET", summary: "Lists the co-owners named so far." } as const;
const creation = { ...coOwnerCall, method: "POST", summary: "Names a co-owner." } as const;
const change = {
  ...coOwnerCall,
  method: "PATCH",
  summary: "Corrects the details of a co-owner who has not started.",
  params: coOwnerId,
} as const;
const removal = {
  ...coOwnerCall,
  method: "DELETE",
  summary: "Removes a co-owner who has not started.",
  params: coOwnerId,
} as const;

export const listCoOwners = call({ ...listing, path: "/api/v1/workflow/secondary-owners", answer: coOwners });
export const createCoOwner = call({
  ...creation,
  path: "/api/v1/workflow/secondary-owners",
  body: coOwnerDetails,
  answer: coOwner,
});
export const updateCoOwner = call({
  ...change,
  path: "/api/v1/workflow/secondary-owners/:id",
  body: z.partial(coOwnerDetails),
  answer: coOwner,
});
export const deleteCoOwner = call({ ...removal, path: "/api/v1/workflow/secondary-owners/:id", answer: coOwners });

// Version 2 adds the ownership percentage.
export const listCoOwnersV2 = call({ ...listing, path: "/api/v2/workflow/secondary-owners", answer: coOwnersV2 });
export const createCoOwnerV2 = call({
  ...creation,
  path: "/api/v2/workflow/secondary-owners",
  body: coOwnerDetailsV2,
  answer: coOwnerV2,
});
export const updateCoOwnerV2 = call({
  ...change,
  path: "/api/v2/workflow/secondary-owners/:id",
  body: z.partial(coOwnerDetailsV2),
  answer: coOwnerV2,
});
export const deleteCoOwnerV2 = call({ ...removal, path: "/api/v2/workflow/secondary-owners/:id", answer: coOwnersV2 });

// Invitations are sent when the primary owner consents; from then on the primary owner sees their status.
export const listCoOwnerInvitations = call({
  ...coOwnerCall,
  method: "GET",
  path: "/api/v1/workflow/secondary-owners/invitations",
  summary: "Lists the latest invitation of each invited co-owner.",
  answer: z.object({ invitations: z.array(coOwnerInvitation) }),
});
export const resendCoOwnerInvitation = call({
  ...coOwnerCall,
  method: "POST",
  path: "/api/v1/workflow/secondary-owners/:id/invitation",
  summary: "Invites a co-owner again. The earlier invitation stops working.",
  params: coOwnerId,
  body: z.strictObject({}),
  answer: coOwnerInvitation,
});
