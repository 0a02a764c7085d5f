/** The prefix of a token names the kind of invitation, so that a page knows which exchange endpoint to call. */
export const invitationTokenPrefixes = { SECONDARY_OWNER: "invite_owner_", BUSINESS: "invite_business_" } as const;
