import { expect, it } from "vitest";
import { followsLifecycle } from "../flow/lifecycle.suite.ts";
import { servicingWorkflowLifecycle } from "./servicing-workflow.ts";
import { servicingSteps } from "./steps.ts";

followsLifecycle(servicingWorkflowLifecycle, {
  table: `
    – | SERVICING_OPENED | INIT_SERVICING_FLOW
    INIT_SERVICING_FLOW | SERVICING_FLOW_INITIALIZED | READY_FOR_SERVICING or INIT_SERVICING_FLOW
    INIT_SERVICING_FLOW, READY_FOR_SERVICING | SERVICING_OPENED | INIT_SERVICING_FLOW
    READY_FOR_SERVICING | ALL_PRODUCTS_OVER | READY_FOR_SERVICING
  `,
  ends: [],
});

it("servicing workflow lifecycle has a row for both steps on the wire", () => {
  expect(servicingWorkflowLifecycle.states).toEqual([...servicingSteps]);
});
