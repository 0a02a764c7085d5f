/**
 * Whether flat pricing is called a flat charge of the amount, and no product shows a monthly rate, because it looks lower than the APR. The
 * law of California asks for both (SB 362). If the state is not known, the stricter words apply.
 */
export const saysFlatCharge = (state: string | null): boolean => state === null || state === "CA";
