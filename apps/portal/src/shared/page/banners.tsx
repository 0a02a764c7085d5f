import { Banner } from "@inlay/ui/feedback/banner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { ApiError } from "../api/api.ts";
import { usePortalSession } from "../session/portal-session.tsx";

type ShowError = (error: unknown, words?: string) => void;
type Banners = { showError: ShowError; showDone: (words: string) => void };

const BannerContext = createContext<Banners | null>(null);

function useBanners(): Banners {
  const banners = useContext(BannerContext);
  if (!banners) throw new Error("There is no BannerPlace above this component.");
  return banners;
}

/** Shows an error banner at the top of the page, with this text if one is given, and reports it to the server. */
export const useErrorBanner = (): ShowError => useBanners().showError;

/** Confirms at the top of the page what was just done, while the page moves on. */
export const useDoneBanner = (): Banners["showDone"] => useBanners().showDone;

/** A confirmation stays longer than an error, because it is not repeated beside an action. */
const doneStaysMs = 10_000;

export function BannerPlace({ children }: { children: ReactNode }) {
  const { report } = usePortalSession();
  const { t } = useLingui();
  const [shown, setShown] = useState<{ words: string | null; isDone: boolean } | null>(null);
  const showError = useCallback(
    (error: unknown, words: string | null = null) => {
      setShown({ words, isDone: false });
      const code = error instanceof ApiError && error.code !== "NETWORK" ? error.code : null;
      report({ eventType: "ERROR_BANNER_SHOWN", code });
    },
    [report],
  );
  const showDone = useCallback((words: string) => setShown({ words, isDone: true }), []);
  const banners = useMemo(() => ({ showError, showDone }), [showError, showDone]);
  const hide = useCallback(() => setShown(null), []);

  return (
    <BannerContext value={banners}>
      {shown && (
        <div className="fixed inset-x-4 top-4 z-20 mx-auto max-w-140">
          <Banner
            tone={shown.isDone ? "success" : "error"}
            closeLabel={t`Close this message`}
            onClose={hide}
            {...(shown.isDone && { staysMs: doneStaysMs })}
          >
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
