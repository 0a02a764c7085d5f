import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { TestHelperProps } from "../../shared/flow/flow.ts";
import { type PortalSession, usePortalSession } from "../../shared/session/portal-session.tsx";
import { AutoComplete } from "./auto-complete.tsx";
import { coOwnerIdentitySample, inputSamples, stepSamples } from "./samples.ts";

type Help = { answer: (data: never, ask: PortalSession["ask"]) => object; what: ReactNode; doing: ReactNode };

const connecting = <Trans>Connecting the books of the sample company…</Trans>;
const identity = {
  what: <Trans>Sends the details above as we have them, with a sample SSN that the credit bureau knows.</Trans>,
  doing: <Trans>Sending the details with a sample SSN…</Trans>,
};

/** The steps that need a vendor, and what a test business does instead. */
const helps: Record<string, Help> = {
  COLLECT_PLAID: {
    answer: stepSamples.COLLECT_PLAID,
    doing: <Trans>Linking the sample bank…</Trans>,
    what: <Trans>Links a sample bank with two years of transactions, authorizes debits and continues.</Trans>,
  },
  RECOLLECT_PLAID: {
    answer: inputSamples.RECOLLECT_PLAID,
    doing: <Trans>Reconnecting the banks…</Trans>,
    what: <Trans>Reconnects every bank that is disconnected, authorizes debits and continues.</Trans>,
  },
  COLLECT_RAILZ: {
    answer: stepSamples.COLLECT_RAILZ,
    doing: connecting,
    what: <Trans>Connects the books of a sample company, with a sample EIN where we have none, and continues.</Trans>,
  },
  RECOLLECT_RAILZ: {
    answer: inputSamples.RECOLLECT_RAILZ,
    doing: connecting,
    what: <Trans>Connects the books of a sample company and continues.</Trans>,
  },
  VERIFY_USER_IDENTITY_INFORMATION: { ...identity, answer: inputSamples.VERIFY_USER_IDENTITY_INFORMATION },
  VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION: { ...identity, answer: coOwnerIdentitySample },
};

export function TestBusiness({ of, data, onComplete }: TestHelperProps) {
  const { ask } = usePortalSession();
  const help = helps[of];
  if (!help) return null;
  const { answer, ...words } = help;
  return <AutoComplete {...words} onGo={async () => onComplete(await answer(data as never, ask))} />;
}
