import { Banner } from "@inlay/ui/feedback/banner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { ApiError } from "../api/api.ts";
import { usePortalSession } from "../session/portal-session.tsx";

type ShowError = (error: unknown, words?: string) => void;

const BannerContext = createContext<ShowError | null>(null);

/** Shows an error banner at the top of the page, with this text if one is given, and reports it to the server. */
export function useErrorBanner(): ShowError {
  const show = useContext(BannerContext);
  if (!show) throw new Error("There is no ErrorBannerPlace above this component.");
  return show;
}

export function ErrorBannerPlace({ children }: { children: ReactNode }) {
  const { report } = usePortalSession();
  const { t } = useLingui();
  const [shown, setShown] = useState<{ words: string | null } | null>(null);
  const show = useCallback(
    (error: unknown, words: string | null = null) => {
      setShown({ words });
      const code = error instanceof ApiError && error.code !== "NETWORK" ? error.code : null;
      report({ eventType: "ERROR_BANNER_SHOWN", code });
    },
    [report],
  );
  const hide = useCallback(() => setShown(null), []);

  return (
    <BannerContext value={show}>
      {shown && (
        <div className="fixed inset-x-4 top-4 z-20 mx-auto max-w-140">
          <Banner tone="error" closeLabel={t`Close this message`} onClose={hide}>
            <p>
              {shown.words ?? (
                <Trans>
                  Oops! Looks like something went wrong. We are investigating the issue. Please try again later.
                </Trans>
              )}
            </p>
          </Banner>
        </div>
      )}
      {children}
    </BannerContext>
  );
}
