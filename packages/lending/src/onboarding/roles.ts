/** The roles of a person in a business. An owner holds 20 % or more. A second claim to be the primary owner is a conflict. */
export const businessRoles = ["PRIMARY_OWNER", "SECONDARY_OWNER", "OPERATOR", "PRIMARY_OWNER_CONFLICT"] as const;
export type BusinessRole = (typeof businessRoles)[number];

/** The roles that a partner may assign and a person may choose. The others result from an invitation or a conflict. */
export const claimableRoles = ["PRIMARY_OWNER", "OPERATOR"] as const;
export type ClaimableRole = (typeof claimableRoles)[number];
