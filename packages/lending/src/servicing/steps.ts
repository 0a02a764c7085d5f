/** The two steps of living with a product, as written on the wire. */
export const servicingSteps = ["INIT_SERVICING_FLOW", "READY_FOR_SERVICING"] as const;
export type ServicingStep = (typeof servicingSteps)[number];
