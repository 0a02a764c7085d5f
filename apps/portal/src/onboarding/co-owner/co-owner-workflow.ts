import { getCoOwnerWorkflow } from "@inlay/contracts/calls/co-owner-steps.ts";
import { queryOptions } from "@tanstack/react-query";
import type { PortalSession } from "../../shared/session/portal-session.tsx";

export const coOwnerWorkflowQuery = ({ ask }: PortalSession) =>
  queryOptions({ queryKey: ["co-owner workflow"], queryFn: () => ask(getCoOwnerWorkflow, {}) });
