/**
 * Whether flat pricing is called a flat charge of the amount. In California (SB 362) it is: monthly rates are not shown there, because they
 * look lower than the APR. If the state is not known, the stricter words apply.
 */
export const saysFlatCharge = (state: string | null): boolean => state === null || state === "CA";
