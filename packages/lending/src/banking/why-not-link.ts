/** Banks that cannot be linked. Their customers upload bank statements instead. */
export const excludedInstitutions: readonly string[] = ["ins_129313", "ins_114126"];

export type LinkRefusal = "INSTITUTION_EXCLUDED" | "INSTITUTION_ALREADY_LINKED";

export function whyNotLink(institutionId: string, linkedInstitutionIds: readonly string[]): LinkRefusal | null {
  if (excludedInstitutions.includes(institutionId)) return "INSTITUTION_EXCLUDED";
  return linkedInstitutionIds.includes(institutionId) ? "INSTITUTION_ALREADY_LINKED" : null;
}
