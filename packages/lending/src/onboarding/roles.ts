/** What a person can be to a business. A primary owner holds 20 % or more of it; two who both claim that are in conflict. */
export const businessRoles = ["PRIMARY_OWNER", "SECONDARY_OWNER", "OPERATOR", "PRIMARY_OWNER_CONFLICT"] as const;
export type BusinessRole = (typeof businessRoles)[number];

/** The roles that a partner may give and a person may choose; the others are the outcome of an invitation or a clash. */
export const claimableRoles = ["PRIMARY_OWNER", "OPERATOR"] as const;
export type ClaimableRole = (typeof claimableRoles)[number];
