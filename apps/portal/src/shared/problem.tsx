import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/notice.tsx";
import type { ReactNode } from "react";
import { ApiError } from "../shared/api.ts";
import { HostError } from "../shared/host.ts";

/** Instead of a screen that could not be shown. */
export function Problem({ error, again, children }: { error: unknown; again: () => void; children?: ReactNode }) {
  const { title, message } = wordsFor(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="grid max-w-160 gap-6">
      <Notice tone="error" title={title}>
        <p>{message}</p>
      </Notice>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button look="secondary" onClick={again}>
          Try again
        </Button>
        {children}
      </div>
      {requestId && (
        <p className="text-small text-ink-soft">
          If you contact us about this, please mention <span className="wrap-anywhere select-all">{requestId}</span>.
        </p>
      )}
    </div>
  );
}

function wordsFor(error: unknown): { title: string; message: string } {
  if (error instanceof HostError) {
    return { title: "We could not connect you", message: `${error.message} Please try again, or reload the page.` };
  }
  if (!(error instanceof ApiError)) {
    return { title: "Something went wrong", message: "Please reload the page. If it happens again, contact us." };
  }
  if (error.status === 401) {
    return {
      title: "Your session has ended",
      message: "We asked this page for a new one and could not open it. Please try again, or reload the page.",
    };
  }
  if (error.code === "BUSINESS_NOT_FOUND_EXCEPTION") {
    return { title: "No business here yet", message: "Your sign-in works, but it does not belong to a business." };
  }
  return { title: "Something went wrong", message: error.message };
}
