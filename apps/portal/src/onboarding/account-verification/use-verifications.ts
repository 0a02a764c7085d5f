import { listBankAccounts } from "@inlay/contracts/calls/banking.ts";
import { listMicroEntryVerifications, type MicroEntryVerification } from "@inlay/contracts/calls/micro-entries.ts";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useWords } from "../../shared/language/words.ts";
import { type PortalSession, usePortalSession } from "../../shared/session/portal-session.tsx";

const queryKey = ["micro-entry verifications"];
const refreshEveryMs = 60_000;

/** What the owner can do comes first. A cancelled verification concerns nobody any more. */
const shownInOrder = ["PENDING_VERIFICATION", "SENT", "CREATED", "EXPIRED", "FAILED", "VERIFIED"] as const;

type Verifications = {
  verifications: MicroEntryVerification[];
  /** A linked account can be debited, so no typed account needs to be verified. */
  linkedBankName: string | null;
};

async function loadVerifications({ ask }: Pick<PortalSession, "ask">): Promise<Verifications> {
  const [{ verifications }, { bankAccounts }] = await Promise.all([
    ask(listMicroEntryVerifications, {}),
    ask(listBankAccounts, { query: { bankAccountCreatedMethods: ["PLAID"] } }),
  ]);
  const linked = bankAccounts.find(({ isChecking, achAuthorized }) => isChecking && achAuthorized);
  return {
    verifications: shownInOrder.flatMap((status) => verifications.filter((one) => one.status === status)),
    linkedBankName: linked ? (linked.institutionName ?? linked.accountName) : null,
  };
}

/** The verifications of the typed accounts of the business. */
export function useVerifications() {
  const session = usePortalSession();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery({
    queryKey,
    queryFn: () => loadVerifications(session),
    refetchInterval: refreshEveryMs,
    gcTime: 0,
  });
  return { ...data, refresh: () => queryClient.invalidateQueries({ queryKey }) };
}

/** A typed account that is not verified yet. With a linked account, no other one is needed. Null also if it cannot be loaded. */
export function useAccountToVerify(): MicroEntryVerification | null {
  const session = usePortalSession();
  const { data } = useSuspenseQuery({
    queryKey: [...queryKey, "account to verify"],
    queryFn: () => loadVerifications(session).catch(() => null),
    refetchInterval: refreshEveryMs,
    gcTime: 0,
  });
  if (!data || data.linkedBankName) return null;
  return data.verifications.find(({ status }) => status !== "VERIFIED") ?? null;
}

/** A day as a person reads it; the dates of the API have no time. */
export function useDay() {
  const { day } = useWords();
  return (date: string | null) => date && day(date);
}
