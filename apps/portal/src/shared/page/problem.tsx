import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ApiError } from "../api/api.ts";
import { messageOf, useWords } from "../language/words.ts";
import { HostError } from "../session/host.ts";

type ProblemProps = {
  error: unknown;
  again: () => void;
  /** What the person is to know besides, such as that nothing is lost. */
  note?: string;
  /** Only a part of the page could not be loaded. The page has its own heading. */
  isPart?: boolean;
  children?: ReactNode;
};

/** Replaces a screen that could not be loaded. */
export function Problem({ error, again, note, isPart = false, children }: ProblemProps) {
  // Renders again when the language changes.
  useWords();
  const { title, message } = wordsFor(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="grid max-w-160 gap-6">
      {!isPart && <title>{title}</title>}
      <Notice tone="error" title={title} isPage={!isPart}>
        <p>{message}</p>
        {note && <p>{note}</p>}
      </Notice>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="secondary" onClick={again}>
          <Trans>Try again</Trans>
        </Button>
        {children}
      </div>
      {requestId && (
        <p className="text-small text-ink-soft">
          <Trans>
            If you contact us about this, please mention <span className="wrap-anywhere select-all">{requestId}</span>.
          </Trans>
        </p>
      )}
    </div>
  );
}

function wordsFor(error: unknown): { title: string; message: string } {
  if (error instanceof HostError) {
    const title = t`We could not connect you`;
    return error.reason === "SILENT"
      ? { title, message: t`The page around this one did not answer. Please try again, or reload the page.` }
      : { title, message: t`This page could not sign you in. Please try again, or reload the page.` };
  }
  if (!(error instanceof ApiError)) {
    return { title: t`Something went wrong`, message: t`Please reload the page. If it happens again, contact us.` };
  }
  if (error.status === 401) {
    return {
      title: t`Your session has ended`,
      message: t`We asked this page for a new one and could not open it. Please try again, or reload the page.`,
    };
  }
  if (error.code === "BUSINESS_NOT_FOUND_EXCEPTION") {
    return { title: t`No business here yet`, message: t`Your sign-in works, but it does not belong to a business.` };
  }
  return { title: t`Something went wrong`, message: messageOf(error) };
}
