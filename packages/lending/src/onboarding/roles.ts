/** What a person can be to a business. An owner holds 20 % or more; a second claim to be the primary is a conflict. */
export const businessRoles = ["PRIMARY_OWNER", "SECONDARY_OWNER", "OPERATOR", "PRIMARY_OWNER_CONFLICT"] as const;
export type BusinessRole = (typeof businessRoles)[number];

/** The roles that a partner may give and a person may choose; an invitation or a clash brings the others. */
export const claimableRoles = ["PRIMARY_OWNER", "OPERATOR"] as const;
export type ClaimableRole = (typeof claimableRoles)[number];
