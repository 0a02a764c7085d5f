/** A token says by its first letters which invitation it is, so that a page knows at which door to hand it in. */
export const invitationTokenPrefixes = { SECONDARY_OWNER: "invite_owner_", BUSINESS: "invite_business_" } as const;
