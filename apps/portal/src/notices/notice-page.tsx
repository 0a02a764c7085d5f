import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { useWords } from "../shared/language/words.ts";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { Heading } from "../shared/page/heading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { NoticeView } from "./notice-view.tsx";
import { useExpectedNotices, useOpened } from "./use-notices.ts";

/** The notices about a decision, one below the other. A business that applied for several products may have several. */
export function NoticePage({ onBack }: { onBack: () => void }) {
  const { t } = useLingui();
  const { language } = useWords();
  const { leave } = usePortalSession();
  const showError = useErrorBanner();
  const opened = useOpened(useExpectedNotices());
  const title = opened[0]?.notice.text[language].title ?? t`Notice of action taken and reasons`;
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <Heading takesFocus>{title}</Heading>
      {opened.length === 0 && (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          <Trans>We are writing the notice. It appears here in a moment, and comes by email as well.</Trans>
        </p>
      )}
      {opened.map(({ summary, notice }, n) => (
        <NoticeView key={summary.id} isPrivate={summary.isPrivate} notice={notice} hasTitle={n > 0} />
      ))}
      <FormFooter
        primary={{ label: t`Close`, onPress: () => void leave().catch(showError), id: "close" }}
        onBack={onBack}
      />
    </div>
  );
}
