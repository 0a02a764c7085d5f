/** Turns "this is taken" or "there is no room" of the database into a refusal, by the name of the constraint that said so. */
export async function refuseDuplicate<T>(work: Promise<T>, refusals: Record<string, () => Error>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const refusal = (code === "23505" || code === "23514") && constraint ? refusals[constraint] : undefined;
    throw refusal ? refusal() : error;
  }
}
