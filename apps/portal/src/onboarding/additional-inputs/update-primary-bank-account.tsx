import { useQueryClient } from "@tanstack/react-query";
import { SelectAccount } from "../../shared/accounts/select-account.tsx";
import type { InputScreen } from "./input-screen.ts";

/** The account for repayments is asked for again. */
export function UpdatePrimaryBankAccount(props: InputScreen<"UPDATE_PRIMARY_BANK_ACCOUNT">) {
  const queryClient = useQueryClient();
  return (
    <SelectAccount
      accounts={props.data.accounts}
      refusedLast4={props.data.refusedAccountLast4}
      isPaidTo={props.data.isPaidTo}
      onSelect={({ id }, achAuthorized) =>
        props.onComplete({ primaryBankAccountId: id, ...(achAuthorized && { achAuthorized }) })
      }
      // The linked accounts are authorized after they were loaded.
      onLinked={() => queryClient.invalidateQueries({ queryKey: ["step"] })}
      onBack={null}
      takesFocus={props.takesFocus}
    />
  );
}
