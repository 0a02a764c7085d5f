/**
 * The email as it is sent, or why it is not accepted. The schemas of fields are loaded when an email is checked, because the first screens
 * need nothing else of them.
 */
export async function checkEmail(typed: string): Promise<{ email: string } | { error: string }> {
  const { email } = await import("@inlay/contracts/fields/fields.ts");
  const given = email.safeParse(typed);
  if (given.success) return { email: given.data };
  return { error: given.error.issues[0]?.message ?? "Please enter a valid email" };
}
