import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { Screen } from "../../../shared/page/screen.tsx";

type ShownAccount = { id: string; accountName: string; accountNumber: string; routingNumber: string };
type AuthorizeDebitsProps = {
  text: string;
  accounts: readonly ShownAccount[];
  busy: boolean;
  refusal: string | null;
  onContinue: () => void;
  onBack: () => void;
};

/** The owner's authorization to debit accounts, with the list of these accounts. */
export function AuthorizeDebits({ text, accounts, busy, refusal, onContinue, onBack }: AuthorizeDebitsProps) {
  const { t } = useLingui();
  return (
    <Screen
      title={t`Authorize ACH payments`}
      lead={<Trans>Please check that these are the accounts of your business.</Trans>}
      aside={{
        title: t`When would you debit my account?`,
        body: (
          <Trans>Only for payments you agreed to, on the days you agreed to. Nothing is taken by continuing.</Trans>
        ),
      }}
      takesFocus
    >
      <ul className="grid gap-4">
        {accounts.map((account) => (
          <li key={account.id}>
            <Card aria-label={account.accountName}>
              <p className="mb-3 font-semibold wrap-anywhere">{account.accountName}</p>
              <FigureList
                rows={[
                  { label: t`Account number`, value: <span className="wrap-anywhere">{account.accountNumber}</span> },
                  { label: t`Routing number`, value: account.routingNumber },
                ]}
              />
            </Card>
          </li>
        ))}
      </ul>
      <p className="max-w-[64ch]">{text}</p>
      <FormFooter primary={{ busy, onPress: onContinue }} onBack={onBack}>
        {refusal && (
          <Notice tone="error">
            <p>{refusal}</p>
          </Notice>
        )}
      </FormFooter>
    </Screen>
  );
}
