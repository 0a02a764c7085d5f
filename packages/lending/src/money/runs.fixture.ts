/** How often a property is tried. Set `FC_RUNS`, for example to 100000, for a long run. */
export const runs = { numRuns: Number(process.env["FC_RUNS"] ?? 1000) };
