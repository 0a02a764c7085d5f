import { lifecycle } from "../flow/lifecycle.ts";

/**
 * Living with products: a welcome for each, and then the home of all of them. SERVICING_OPENED and ALL_PRODUCTS_OVER
 * are names of ours. There is no end: what was paid off stays readable.
 */
export const servicingWorkflowLifecycle = lifecycle("servicing workflow", {
  begins: { SERVICING_OPENED: "INIT_SERVICING_FLOW" },
  moves: {
    INIT_SERVICING_FLOW: {
      SERVICING_FLOW_INITIALIZED: "READY_FOR_SERVICING",
      // A second product before the first was welcomed: one welcome is enough.
      SERVICING_OPENED: "INIT_SERVICING_FLOW",
    },
    READY_FOR_SERVICING: { SERVICING_OPENED: "INIT_SERVICING_FLOW", ALL_PRODUCTS_OVER: "READY_FOR_SERVICING" },
  },
  ends: [],
});
