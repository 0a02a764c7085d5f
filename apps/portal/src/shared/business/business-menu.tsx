import { beforePeriod } from "@inlay/contracts/before-period.ts";
import { PopoverMenu } from "@inlay/ui/overlays/popover-menu.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useBusiness } from "./business-context.tsx";
import { useStatusLabel } from "./status-label.ts";

/** The person's businesses with the status of each. */
export function BusinessMenu() {
  const { business, onSwitch } = useBusiness();
  const { t } = useLingui();
  const statusLabel = useStatusLabel();
  const { allBusinessUsers: users, businessUserIndex: here } = business;
  const nameless = t`No business name provided`;
  const nameAtEnd = beforePeriod(users[here]?.businessName ?? "");
  return (
    <PopoverMenu
      label={t`Switch business`}
      lead={
        nameAtEnd ? (
          <Trans>You are signed in with {nameAtEnd}. Click another business to switch to it.</Trans>
        ) : (
          <Trans>You are signed in with the business. Click another business to switch to it.</Trans>
        )
      }
      entries={users.map((user, index) => ({
        id: String(index),
        label: user.businessName ?? nameless,
        description: statusLabel(user),
        isCurrent: index === here,
      }))}
      onAction={(index) => {
        if (Number(index) !== here) onSwitch(Number(index));
      }}
    />
  );
}
