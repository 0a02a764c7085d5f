import type { Business } from "@inlay/contracts/business.ts";
import { updateBusiness } from "@inlay/contracts/calls/people.ts";
import type { Workflow } from "@inlay/contracts/workflow.ts";
import { useLayoutEffect, useRef } from "react";
import { lookOf, wear } from "../shared/theme.ts";
import { useVisit } from "../shared/visit.tsx";

/**
 * Dresses the page in the look that the address asks for, else in the one the business keeps. A primary owner's choice is kept; the
 * default look is kept as none. A name that nobody gave a look to is told to us and to the page around us.
 */
export function useLook(business: Business | undefined, workflow: Workflow | undefined): void {
  const { ask, report, host } = useVisit();
  const settled = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (!business || !workflow) return;
    const asked = new URLSearchParams(window.location.search).get("customInitializationName");
    const look = lookOf(workflow.styleConfigurations, asked ?? business.customInitializationName);
    if (look) wear(look.styles);

    if (!asked || settled.current === business.id) return;
    settled.current = business.id;
    if (look?.name !== asked) {
      report({ eventType: "UNKNOWN_CUSTOM_INITIALIZATION" });
      host?.tell("error", {
        type: "theme_not_found",
        code: "UNKNOWN_CUSTOM_INITIALIZATION",
        message: `No Custom Initialization was found with name ${asked}`,
        requestId: null,
        retriable: false,
      });
      return;
    }
    const kept = look.isDefault ? null : look.name;
    if (!business.roles.includes("PRIMARY_OWNER") || kept === business.customInitializationName) return;
    // The page is dressed either way; keeping the choice is for the next visit.
    ask(updateBusiness, { body: { customInitializationId: look.isDefault ? null : look.id } }).catch(() => undefined);
  }, [business, workflow, ask, report, host]);
}
