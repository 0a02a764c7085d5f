/** Turns a violation of a unique or check constraint into the refusal for the constraint's name. */
export async function refuseDuplicate<T>(work: Promise<T>, refusals: Record<string, () => Error>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const refusal = (code === "23505" || code === "23514") && constraint ? refusals[constraint] : undefined;
    throw refusal ? refusal() : error;
  }
}
