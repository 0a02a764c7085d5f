import type { BankItem } from "@inlay/contracts/bank.ts";
import { bankItemAction, isLinked } from "@inlay/lending/banking/bank-item.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { DoneIcon } from "@inlay/ui/icons/done-icon.tsx";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FormFooter } from "../../forms/form-footer.tsx";
import { Screen } from "../../page/screen.tsx";
import type { BankScreen } from "./bank-screen.ts";
import { canContinue } from "./banks.ts";
import { LinkTrouble } from "./link-trouble.tsx";

type LinkedBanksProps = BankScreen & { items: readonly BankItem[]; onContinue: () => void };

/** The linked banks and their actions. */
export function LinkedBanks(props: LinkedBanksProps) {
  const { items, busy, reconnect, isStuck, isBankRefused, onOpen, onContinue, onStatements, onBack, takesFocus } =
    props;
  const { t } = useLingui();
  const isUsable = canContinue(items, reconnect);
  const linked = items.filter(({ status }) => isLinked(status)).reduce((sum, item) => sum + item.accounts.length, 0);
  // After a failure LinkTrouble offers statements, so the tertiary action is left out.
  const offersStatements = !isUsable && !isStuck && !isBankRefused;
  return (
    <Screen
      title={reconnect?.title ?? t`Connect your bank account`}
      lead={reconnect?.lead ?? <Trans>Do you want to link another account?</Trans>}
      aside={
        reconnect?.aside ?? {
          title: t`More banks, better offers`,
          body: (
            <Trans>If your sales go to more than one bank, link them all. We can only count what we can see.</Trans>
          ),
        }
      }
      takesFocus={takesFocus}
    >
      <Linked accounts={linked} />
      <ul className="grid gap-4">
        {items.map((item) => (
          <li key={item.itemId}>
            <Bank item={item} busy={busy !== null} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" busy={busy === "LINKING"} onClick={() => onOpen(null)}>
          <Trans>Link another bank</Trans>
        </Button>
      </div>
      <FormFooter
        primary={{
          busy: busy === "GOING_ON",
          onPress: onContinue,
          disabledReason: isUsable
            ? null
            : reconnect
              ? t`Reconnect every bank that is disconnected, or link another one, to continue.`
              : t`Reconnect your bank, or link another one, to continue.`,
        }}
        onBack={onBack}
        {...(onStatements &&
          offersStatements && { tertiary: { label: t`Upload bank statements instead`, onPress: onStatements } })}
      >
        <LinkTrouble {...props} />
      </FormFooter>
    </Screen>
  );
}

/** Says that linking has worked, and what we do with it. */
function Linked({ accounts }: { accounts: number }) {
  if (accounts === 0) return null;
  return (
    <div className="flex items-start gap-4 rounded-control bg-good-tint px-4.5 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-pill bg-good text-card">
        <DoneIcon />
      </span>
      <div>
        <p className="type-subheader">
          <Plural value={accounts} one="# account is connected" other="# accounts are connected" />
        </p>
        <p className="text-small text-ink-soft">
          <Trans>We can read them and nothing else. No money moves by this.</Trans>
        </p>
      </div>
    </div>
  );
}

function Bank({ item, busy, onOpen }: { item: BankItem; busy: boolean; onOpen: BankScreen["onOpen"] }) {
  const { t } = useLingui();
  const action = { UPDATE: t`Update`, RECONNECT: t`Reconnect` };
  const what = bankItemAction[item.status];
  return (
    <Card aria-label={item.bankName}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <p className="font-semibold wrap-anywhere">{item.bankName}</p>
          {item.status === "DISCONNECTED" ? (
            <Badge tone="warning">
              <Trans>Disconnected</Trans>
            </Badge>
          ) : (
            <Badge tone="success" dot>
              <Trans>Connected</Trans>
            </Badge>
          )}
        </div>
        {what && (
          <Button
            variant="text"
            aria-label={`${action[what.code]}: ${item.bankName}`}
            aria-disabled={busy}
            onClick={() => onOpen(item.itemId)}
          >
            {action[what.code]}
          </Button>
        )}
      </div>
      <ul className="mt-2 grid gap-1.5 border-t border-line pt-3">
        {item.accounts.map((account) => (
          <li key={account.id} className="flex flex-wrap justify-between gap-x-4 text-ink-soft">
            <span className="wrap-anywhere">{account.name}</span>
            <span>
              <span aria-hidden="true">•••• </span>
              <span className="sr-only">{t`ending in`} </span>
              {account.mask}
            </span>
          </li>
        ))}
      </ul>
      {item.accounts.some(({ isMaskTokenized }) => isMaskTokenized) && (
        <p className="mt-3 text-small text-ink-soft">
          <Trans>Your bank gave us numbers made for this connection. They may differ from those on your checks.</Trans>
        </p>
      )}
    </Card>
  );
}
