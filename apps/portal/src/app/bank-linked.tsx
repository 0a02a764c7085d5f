import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { Page } from "./page.tsx";

/** The page to which the bank's hosted link page redirects. The page with the application polls for the result. */
export function BankLinked() {
  const { t } = useLingui();
  return (
    <Page>
      <title>{t`You can close this page`}</title>
      <div className="grid max-w-160 gap-6">
        <h1 className="type-title">
          <Trans>You can close this page</Trans>
        </h1>
        <Notice tone="success">
          <p>
            <Trans>You are done at your bank. Go back to the page with your application: it goes on by itself.</Trans>
          </p>
        </Notice>
      </div>
    </Page>
  );
}
