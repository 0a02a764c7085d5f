import { getLineOfCredit } from "@inlay/contracts/calls/line-of-credit.ts";
import type { LineOfCreditServicing, ServicedDraw } from "@inlay/contracts/servicing/line-of-credit.ts";
import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type PortalSession, usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useDays } from "../../servicing/use-servicing-words.ts";

const lineKey = (issuedProductId: string) => ["line of credit", issuedProductId];

const lineQuery = ({ ask }: PortalSession, issuedProductId: string) =>
  queryOptions({
    queryKey: lineKey(issuedProductId),
    queryFn: async () => (await ask(getLineOfCredit, { params: { id: issuedProductId } })).lineOfCredit,
    gcTime: 10_000,
  });

/** A line of credit with all figures of its pages. */
export const useLine = (issuedProductId: string): LineOfCreditServicing =>
  useSuspenseQuery(lineQuery(usePortalSession(), issuedProductId)).data;

/** Reads a line and the list of products again after something was changed. */
export function useReadAgain(issuedProductId: string): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: lineKey(issuedProductId) }),
      queryClient.invalidateQueries({ queryKey: ["issued products"] }),
      queryClient.invalidateQueries({ queryKey: ["servicing home"] }),
    ]);
}

/** "Draw of Jun 22". */
export function useDrawNames(today: string): (draw: Pick<ServicedDraw, "requestedOn">) => string {
  const { t } = useLingui();
  const { plain } = useDays(today);
  return ({ requestedOn }) => {
    const day = plain(requestedOn);
    return t`Draw of ${day}`;
  };
}

/** Why nothing can be drawn, as the button and the page of a draw say it. */
export function useWhyNotDraw(): (line: LineOfCreditServicing) => string | null {
  const { t } = useLingui();
  return ({ whyNotDraw, loanStatus, draws }) => {
    switch (whyNotDraw) {
      case null:
        return null;
      case "PRODUCT_NOT_CURRENT":
        if (loanStatus === "LATE") return t`You cannot draw while a payment is late.`;
        if (loanStatus === "DEFAULTED" || draws.some(({ state }) => state === "DEFAULTED"))
          return t`You cannot draw while the line or a draw is in default.`;
        return t`This line is closed.`;
      case "LINE_SUSPENDED":
        return t`New draws are paused. Write to us to learn why.`;
      case "LINE_MATURED":
        return t`The term of this line has ended.`;
      case "NO_AVAILABLE_BALANCE":
        return t`Your remaining limit is $0. It grows with each payment.`;
      case "BANK_CONNECTION_BROKEN":
        return t`Your bank is no longer connected. Connect it again to draw.`;
    }
  };
}
