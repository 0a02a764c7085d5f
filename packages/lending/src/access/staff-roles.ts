/** The roles of staff members. ADMIN manages staff members and may not move money; the other roles may not manage staff members. */
export const staffRoles = ["UNDERWRITER", "OPERATIONS", "TREASURY", "ADMIN"] as const;
export type StaffRole = (typeof staffRoles)[number];
