/** What our own people are. Who keeps the list of people moves no money, and who moves money keeps no list. */
export const staffRoles = ["UNDERWRITER", "OPERATIONS", "TREASURY", "ADMIN"] as const;
export type StaffRole = (typeof staffRoles)[number];
