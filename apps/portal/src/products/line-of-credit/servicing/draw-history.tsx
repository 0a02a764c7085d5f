import { withdrawDraw } from "@inlay/contracts/calls/payments.ts";
import type { LineOfCreditServicing, ServicedDraw } from "@inlay/contracts/servicing/line-of-credit.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "../../../shared/language/words.ts";
import { useDoneBanner, useErrorBanner } from "../../../shared/page/banners.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { useServicing } from "../../servicing/use-servicing.ts";
import { useDays, useMayPay } from "../../servicing/use-servicing-words.ts";
import { DrawStatus } from "./draw-status.tsx";
import { RowPages, useRowPages } from "./row-pages.tsx";
import { useLine, useReadAgain } from "./use-line.ts";

/** All draws of a line, the newest first, and those that wait with the way to withdraw them. */
export function DrawHistory({ issuedProductId, takesFocus }: PageProps<"DRAW_HISTORY">) {
  const { t } = useLingui();
  const { money, shortDate } = useOfferFormats();
  const { open } = useServicing();
  const line = useLine(issuedProductId);
  const pages = useRowPages(line.draws);
  return (
    <div className="grid gap-6">
      <title>{t`Draw history`}</title>
      <Heading takesFocus={takesFocus}>{t`Draw history`}</Heading>
      {line.draws
        .filter(({ waiting }) => waiting !== null)
        .map((draw) => (
          <WaitingDraw key={draw.id} line={line} draw={draw} />
        ))}
      {line.draws.length === 0 ? (
        <EmptyState title={t`There are no draws yet.`} />
      ) : (
        <Card className="grid gap-4">
          <DataTable
            isListOnPhone
            label={t`Draws`}
            columns={[
              {
                id: "date",
                label: t`Date`,
                cell: (draw: ServicedDraw) => {
                  const day = shortDate(draw.requestedOn);
                  if (!draw.opensDetails) return day;
                  return (
                    <Button
                      variant="text"
                      className="min-h-11!"
                      aria-label={t`Open the draw of ${day}`}
                      onClick={() => open({ page: "DRAW", issuedProductId, partId: draw.id })}
                    >
                      {day}
                    </Button>
                  );
                },
                isRowHeader: true,
              },
              { id: "amount", label: t`Amount`, cell: ({ amountCents }) => money(amountCents), isFigure: true },
              {
                id: "left",
                label: t`Principal left`,
                cell: ({ openPrincipalCents, opensDetails }) => (opensDetails ? money(openPrincipalCents) : "--"),
                isFigure: true,
              },
              { id: "status", label: t`Status`, cell: (draw) => <HistoryStatus draw={draw} /> },
            ]}
            rows={pages.rows}
            rowKey={({ id }) => id}
          />
          <RowPages {...pages} label={t`Pages of draws`} />
        </Card>
      )}
    </div>
  );
}

function HistoryStatus({ draw: { historyStatus, rejection } }: { draw: ServicedDraw }) {
  const { t } = useLingui();
  const reasons = {
    WITHDRAWN: t`withdrawn by you`,
    NOT_FUNDED_IN_TIME: t`not funded in time`,
    DECLINED: t`declined`,
  };
  return (
    <>
      <DrawStatus status={historyStatus} />
      {rejection && <span className="block text-tiny text-ink-soft">{reasons[rejection]}</span>}
    </>
  );
}

/** A draw on its way. It can be withdrawn until its payout is sent, and ends by itself on a day. */
function WaitingDraw({ line, draw }: { line: LineOfCreditServicing; draw: ServicedDraw }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const { day } = useDays(line.today);
  const { ask } = usePortalSession();
  const showDone = useDoneBanner();
  const showError = useErrorBanner();
  const readAgain = useReadAgain(line.issuedProductId);
  const mayDraw = useMayPay();
  const [amount, value] = [money(draw.amountCents), money(draw.receivedCents)];
  const withdraw = useMutation({
    mutationFn: async () => {
      await ask(withdrawDraw, { params: { id: draw.id } });
      await readAgain();
    },
    onSuccess: () => showDone(t`The draw is withdrawn. Its amount is available again.`),
    onError: (error) => {
      showError(error, messageOf(error));
      void readAgain();
    },
  });
  if (!draw.waiting) return null;
  const { isWithdrawable, endsOn } = draw.waiting;
  const endDay = endsOn && day(endsOn);
  return (
    <Notice tone="info" title={t`Your draw of ${amount} is on its way`}>
      <p>
        {isWithdrawable
          ? endDay
            ? t`You receive ${value}. If it is not sent by ${endDay}, the draw ends and your limit is free again.`
            : t`You receive ${value}.`
          : t`You receive ${value}. The payment is being sent, so that the draw can no longer be withdrawn.`}
      </p>
      {isWithdrawable && mayDraw && (
        <Button variant="text" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          <Trans>Withdraw the draw</Trans>
        </Button>
      )}
    </Notice>
  );
}
