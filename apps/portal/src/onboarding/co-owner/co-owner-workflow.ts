import { getCoOwnerWorkflow } from "@inlay/contracts/calls/onboarding.ts";
import { queryOptions } from "@tanstack/react-query";
import type { PortalSession } from "../../shared/portal-session.tsx";

export const coOwnerWorkflowQuery = ({ ask }: PortalSession) =>
  queryOptions({ queryKey: ["co-owner workflow"], queryFn: () => ask(getCoOwnerWorkflow, {}) });

/** What completes a step of a co-owner's; `subStep` where something is asked after consent. */
export type CompleteCoOwnerStep = (data: object, subStep?: string) => Promise<void>;
