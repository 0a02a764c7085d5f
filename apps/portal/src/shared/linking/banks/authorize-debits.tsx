import type { DebitAuthorization } from "@inlay/contracts/onboarding/debit-authorization.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../forms/form-footer.tsx";
import { Screen } from "../../page/screen.tsx";

type ShownAccount = {
  id: string;
  bankName: string | null;
  accountName: string;
  accountNumber: string;
  routingNumber: string;
};
type AuthorizeDebitsProps = {
  authorization: DebitAuthorization;
  accounts: readonly ShownAccount[];
  busy: boolean;
  refusal: string | null;
  onContinue: () => void;
  onBack: () => void;
};

/** The owner's authorization to debit accounts, with the list of these accounts. */
export function AuthorizeDebits({ authorization, accounts, busy, refusal, onContinue, onBack }: AuthorizeDebitsProps) {
  const { t } = useLingui();
  return (
    <Screen
      title={t`Authorize ACH payments`}
      lead={<Trans>Please check that these are the accounts of your business.</Trans>}
      takesFocus
    >
      <Notice tone="info" title={t`What is debited, and what is not`}>
        <p>
          <Trans>
            Debited is what is due under an offer that you have signed, on the days named in it; nothing is debited for
            applying or by continuing here.
          </Trans>
        </p>
      </Notice>
      <ul className="grid gap-4">
        {accounts.map((account) => (
          <li key={account.id}>
            <Card aria-label={account.accountName}>
              <p className="mb-3 font-semibold wrap-anywhere">{account.accountName}</p>
              <FigureList
                rows={[
                  ...(account.bankName
                    ? [{ label: t`Bank`, value: <span className="wrap-anywhere">{account.bankName}</span> }]
                    : []),
                  { label: t`Account number`, value: <span className="wrap-anywhere">{account.accountNumber}</span> },
                  { label: t`Routing number`, value: account.routingNumber },
                  { label: t`Debited by`, value: <span className="wrap-anywhere">{authorization.lender}</span> },
                ]}
              />
            </Card>
          </li>
        ))}
      </ul>
      <p className="max-w-[64ch]">{authorization.text}</p>
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
