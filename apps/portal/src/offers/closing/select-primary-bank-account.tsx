import { markBankItemsConnected } from "@inlay/contracts/calls/banking.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans } from "@lingui/react/macro";
import { SelectAccount } from "../../shared/accounts/select-account.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { ClosingPage } from "./closing-page.tsx";
import { useOwnerStep } from "./closing-step.ts";

/** The account for the money and the payments. The one that payments are debited from now is preselected. */
export function SelectPrimaryBankAccount({ takesFocus }: { takesFocus: boolean }) {
  const { ask } = usePortalSession();
  const step = useOwnerStep("SELECT_PRIMARY_BANK_ACCOUNT");
  const { data, complete, reload, onBack } = step;
  const isPaidTo = !data.platformDisbursementAccountExpected;
  const accounts = (data.accountsV2 ?? [])
    .filter(({ isChecking }) => isChecking)
    .map((account) => ({
      id: account.id,
      bankName: account.institutionName,
      accountName: account.accountName,
      accountNumberLast4: account.accountNumberLast4,
      achAuthorized: account.achAuthorized,
      isPrimary: account.roles.includes("SERVICING"),
      itemId: account.tokenId,
    }));
  return (
    <ClosingPage step={step}>
      <SelectAccount
        accounts={accounts}
        isPaidTo={isPaidTo}
        note={
          isPaidTo && (
            <Notice tone="info">
              <p className="text-small">
                <Trans>
                  A new or changed account receives money after 72 hours and 3 banking days at the earliest. Choosing
                  another account than before may delay your first payout.
                </Trans>
              </p>
            </Notice>
          )
        }
        onSelect={async ({ id, itemId }, isAuthorized) => {
          if (isAuthorized && itemId)
            await ask(markBankItemsConnected, { body: { itemIds: [itemId], achAuthorized: true } });
          await complete({ eventType: "PRIMARY_BANK_ACCOUNT_SELECTED", primaryBankAccountId: id });
        }}
        onLinked={reload}
        onBack={onBack}
        takesFocus={takesFocus}
      />
    </ClosingPage>
  );
}
