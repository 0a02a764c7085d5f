import type { Business } from "@inlay/contracts/business.ts";
import { updateBusiness } from "@inlay/contracts/calls/people.ts";
import type { Workflow } from "@inlay/contracts/workflow.ts";
import { useLayoutEffect, useRef } from "react";
import { usePortalSession } from "../shared/portal-session.tsx";
import { themeOf, wear } from "../shared/theme.ts";

/**
 * Dresses the page in the look that the address asks for, else in the one the business keeps. A primary owner's choice is kept; the
 * default look is kept as none. A name that nobody gave a look to is told to us and to the page around us.
 */
export function useTheme(business: Business | undefined, workflow: Workflow | undefined): void {
  const { ask, report, host } = usePortalSession();
  const settled = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (!business || !workflow) return;
    const asked = new URLSearchParams(window.location.search).get("customInitializationName");
    const theme = themeOf(workflow.styleConfigurations, asked ?? business.customInitializationName);
    if (theme) wear(theme.styles);

    if (!asked || settled.current === business.id) return;
    settled.current = business.id;
    if (theme?.name !== asked) {
      report({ eventType: "UNKNOWN_CUSTOM_INITIALIZATION" });
      host?.emit("error", {
        type: "theme_not_found",
        code: "UNKNOWN_CUSTOM_INITIALIZATION",
        message: `No Custom Initialization was found with name ${asked}`,
        requestId: null,
        retriable: false,
      });
      return;
    }
    const kept = theme.isDefault ? null : theme.name;
    if (!business.roles.includes("PRIMARY_OWNER") || kept === business.customInitializationName) return;
    // The page is dressed either way; keeping the choice is for the next visit.
    ask(updateBusiness, { body: { customInitializationId: theme.isDefault ? null : theme.id } }).catch(() => undefined);
  }, [business, workflow, ask, report, host]);
}
