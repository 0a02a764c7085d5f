import type { Business } from "@inlay/contracts/business.ts";
import { updateBusiness } from "@inlay/contracts/calls/people.ts";
import type { Workflow } from "@inlay/contracts/onboarding/workflow.ts";
import { themeOf } from "@inlay/contracts/theme/theme-of.ts";
import { useLayoutEffect, useRef } from "react";
import { applyTheme, showTheme } from "../shared/page/theme.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";

/**
 * Applies the theme that the URL names, else the one saved for the business. A primary owner's choice is saved; the default theme is
 * saved as null. An unknown name is reported to the server and to the host page. If they cannot be loaded, the page keeps the theme that
 * it was served with.
 */
export function useTheme(business: Business | undefined, workflow: Workflow | undefined, hasFailed: boolean): void {
  const { ask, report, host } = usePortalSession();
  const settled = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (hasFailed) showTheme();
  }, [hasFailed]);

  useLayoutEffect(() => {
    if (!business || !workflow) return;
    const asked = new URLSearchParams(window.location.search).get("customInitializationName");
    const theme = themeOf(workflow.styleConfigurations, asked ?? business.customInitializationName);
    if (theme) applyTheme(theme.styles);

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
    // A failure is ignored: the theme is applied either way, and saving it only matters for the next session.
    ask(updateBusiness, { body: { customInitializationId: theme.isDefault ? null : theme.id } }).catch(() => undefined);
  }, [business, workflow, ask, report, host]);
}
