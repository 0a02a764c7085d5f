import { lifecycle } from "../flow/lifecycle.ts";

/**
 * The servicing workflow of a business: a welcome page for each product, and then the home page of all products. SERVICING_OPENED and
 * ALL_PRODUCTS_OVER are our own names. It has no end state, because paid-off products stay readable.
 */
export const servicingWorkflowLifecycle = lifecycle("servicing workflow", {
  begins: { SERVICING_OPENED: "INIT_SERVICING_FLOW" },
  moves: {
    INIT_SERVICING_FLOW: {
      // Each product has a welcome page, and another one may still wait.
      SERVICING_FLOW_INITIALIZED: ["READY_FOR_SERVICING", "INIT_SERVICING_FLOW"],
      SERVICING_OPENED: "INIT_SERVICING_FLOW",
    },
    READY_FOR_SERVICING: { SERVICING_OPENED: "INIT_SERVICING_FLOW", ALL_PRODUCTS_OVER: "READY_FOR_SERVICING" },
  },
  ends: [],
});
