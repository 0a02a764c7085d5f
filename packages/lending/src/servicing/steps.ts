/** The two servicing steps, with their wire names. */
export const servicingSteps = ["INIT_SERVICING_FLOW", "READY_FOR_SERVICING"] as const;
export type ServicingStep = (typeof servicingSteps)[number];
