import { confirmMicroEntries, type MicroEntryVerification } from "@inlay/contracts/calls/micro-entries.ts";
import { microEntryLimits } from "@inlay/lending/banking/micro-entries.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { MoneyField } from "@inlay/ui/fields/money-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../shared/api/api.ts";
import { messageOf } from "../../shared/language/words.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { useDay } from "./use-verifications.ts";

type AmountsFormProps = { verification: MicroEntryVerification; onChange: () => Promise<void> };
type Amount = number | null;

const isPossible = (cents: Amount): cents is number =>
  cents !== null && cents >= 1 && cents <= microEntryLimits.mostCents;

/** The server's message also counts the tries that are left, which the form shows itself. */
const areWrong = (error: unknown): boolean => error instanceof ApiError && error.code === "MICRO_ENTRY_AMOUNTS_WRONG";

/** The two amounts that were sent to the account. An impossible amount costs no try. */
export function AmountsForm({ verification, onChange }: AmountsFormProps) {
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const day = useDay()(verification.confirmBy);
  const { bankAccountId: id, triesLeft } = verification;
  const [first, setFirst] = useState<Amount>(null);
  const [second, setSecond] = useState<Amount>(null);
  const [isChecked, setChecked] = useState(false);
  const confirm = useMutation({
    mutationFn: (amountsCents: [number, number]) =>
      ask(confirmMicroEntries, { params: { id }, body: { amountsCents } }),
    onSettled: onChange,
  });
  const errorOf = (amount: Amount) =>
    isChecked && !isPossible(amount) ? t`Enter an amount between $0.01 and $0.99` : null;
  return (
    <form
      noValidate
      className="grid gap-4"
      // An error that vanished only when its field loses the focus would move the button under the pointer.
      onInput={() => setChecked(false)}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!confirm.isPending && isPossible(first) && isPossible(second)) confirm.mutate([first, second]);
      }}
    >
      <p>
        <Trans>
          Find the two amounts on the account's statement, where they are called ACCTVERIFY, and enter both by{" "}
          <strong>{day}</strong>. Their order does not matter.
        </Trans>
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          id="firstAmount"
          label={t`First amount`}
          hint={t`For example $0.32`}
          amountCents={first}
          onChange={setFirst}
          error={errorOf(first)}
        />
        <MoneyField
          id="secondAmount"
          label={t`Second amount`}
          hint={t`For example $0.07`}
          amountCents={second}
          onChange={setSecond}
          error={errorOf(second)}
        />
      </div>
      {confirm.isError && (
        <Notice tone="error">
          <p>
            {areWrong(confirm.error) ? (
              <Trans>These are not the two amounts that we sent. Please check them and try again.</Trans>
            ) : (
              messageOf(confirm.error)
            )}
          </p>
        </Notice>
      )}
      {triesLeft < microEntryLimits.tries && (
        <p role="status">
          <Trans>Tries left: {triesLeft}</Trans>
        </p>
      )}
      <div>
        <Button id="confirm-amounts" type="submit" busy={confirm.isPending}>
          {t`Confirm the amounts`}
        </Button>
      </div>
    </form>
  );
}
