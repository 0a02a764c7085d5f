import { getParseResult } from "@inlay/contracts/calls/invoices.ts";
import { useEffect, useEffectEvent } from "react";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import type { KnownDetails } from "./details-form.tsx";

const polls = 5;
const pauseMs = 1_000;

export const nothingKnown: KnownDetails = { amountCents: null, requestedCents: null, issueDate: null, dueDate: null };

type Ask = ReturnType<typeof usePortalSession>["ask"];

/** What was read from a file; null if reading has not ended after five polls, or a poll has failed. */
export async function pollParseResult(
  { ask, pause, onFailed }: { ask: Ask; pause: (ms: number) => Promise<void>; onFailed: () => void },
  businessDocumentId: string,
  isBill: boolean,
): Promise<KnownDetails | null> {
  for (let poll = 0; poll < polls; poll++) {
    try {
      const { invoiceParseResult: read } = await ask(getParseResult, { params: { id: businessDocumentId } });
      if (read) {
        const amountCents = (isBill ? read.remainingBalanceCents : null) ?? read.amountCents;
        return { amountCents, requestedCents: amountCents, issueDate: read.issueDate, dueDate: read.dueDate };
      }
    } catch {
      onFailed();
      return null;
    }
    await pause(pauseMs);
  }
  return null;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Polls what is read from a file while this is shown, and says it once. */
export function useParseResult(
  businessDocumentId: string | null,
  isBill: boolean,
  onRead: (known: KnownDetails | null) => void,
): void {
  const { ask, report } = usePortalSession();
  const tell = useEffectEvent(onRead);
  useEffect(() => {
    if (businessDocumentId === null) return;
    let isHere = true;
    const onFailed = () => report({ eventType: "PARSE_RESULT_FETCH_FAILED", businessDocumentId });
    void pollParseResult({ ask, pause, onFailed }, businessDocumentId, isBill).then((known) => isHere && tell(known));
    return () => {
      isHere = false;
    };
  }, [ask, report, businessDocumentId, isBill]);
}
