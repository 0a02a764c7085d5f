/** How often a property is tried; `FC_RUNS=100000` for a long night. */
export const runs = { numRuns: Number(process.env["FC_RUNS"] ?? 1000) };
