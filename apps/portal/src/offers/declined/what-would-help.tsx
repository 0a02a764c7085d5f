import type { ShownChange } from "@inlay/contracts/decline.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useProductWords } from "../../products/product-screens.ts";
import { useWords } from "../../shared/language/words.ts";
import { useDecline } from "./use-decline.ts";

/** The changes that would have led to an offer, each with its figures. Nothing if there are none to tell. */
export function WhatWouldHelp() {
  const changes = useDecline()?.changes ?? [];
  if (changes.length === 0) return null;
  return (
    <Card className="grid max-w-[68ch] gap-4">
      <div className="grid gap-1">
        <h2 className="type-subheader">
          <Trans>What would change the answer</Trans>
        </h2>
        <p className="text-ink-soft">
          {changes.length === 1 ? (
            <Trans>We ran the same check again. With this one change it would have led to an offer.</Trans>
          ) : (
            <Trans>We ran the same check again. With these changes together it would have led to an offer.</Trans>
          )}
        </p>
      </div>
      <ul className="grid divide-y divide-line">
        {changes.map((change) => (
          <Change key={change.kind} change={change} />
        ))}
      </ul>
      <p className="type-small">
        <Trans>This is not a promise: a new application is decided on the figures of its own day.</Trans>
      </p>
    </Card>
  );
}

function Change({ change }: { change: ShownChange }) {
  const { title, about } = useChangeWords(change);
  const figure = useFigure(change);
  const { from, to } = change;
  const [yours, enough] = [from, to].map((value) => value !== null && figure(value));
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <p className="font-semibold">{title}</p>
      <p className="text-small text-ink-soft">{about}</p>
      {yours && enough && (
        <p className="flex flex-wrap justify-between gap-x-6 tabular-nums">
          <span>
            <Trans>
              Yours: <strong>{yours}</strong>
            </Trans>
          </span>
          <span>
            <Trans>
              Enough: <strong>{enough}</strong>
            </Trans>
          </span>
        </p>
      )}
    </li>
  );
}

/** Whole dollars, a count, months or days, by the kind of the change. */
function useFigure({ kind, from, to }: ShownChange): (value: number) => string {
  const { t } = useLingui();
  const { dollars } = useWords();
  // Rounded away from what is needed, so that a figure which is not enough never looks like one that is.
  const round = (to ?? 0) > (from ?? 0) ? Math.floor : Math.ceil;
  if (kind === "NSF_COUNT" || kind === "OVERDRAFT_COUNT") return String;
  if (kind === "TIME_IN_BUSINESS") return (months) => (months === 1 ? t`1 month` : t`${months} months`);
  if (kind === "DAYS_BEYOND_TERMS")
    return (value) => {
      const days = round(value);
      return days === 1 ? t`1 day` : t`${days} days`;
    };
  return (cents) => dollars(round(cents / 100) * 100);
}

function useChangeWords({ kind, on, productType }: ShownChange): { title: string; about: string } {
  const { t } = useLingui();
  const { day: dayOf } = useWords();
  const productWords = useProductWords();
  const day = on ? dayOf(on) : "";
  const product = productType ? productWords(productType) : null;
  const name = product?.name ?? "";
  const words: Record<ShownChange["kind"], { title: string; about: string }> = {
    GUARANTY: {
      title: t`The agreement of all owners`,
      about: t`Every owner of 20 % or more agrees to guarantee the financing.`,
    },
    BLANKET_LIEN: {
      title: t`A lien on all assets`,
      about: t`The other lender releases its lien on all assets of the business.`,
    },
    LATE_WITH_US: {
      title: t`Your payments to us`,
      about: t`Nothing that the business owes us is late.`,
    },
    TIME_IN_BUSINESS: {
      title: t`Time in business`,
      about: t`Your business is that old on ${day}.`,
    },
    AVERAGE_BALANCE: {
      title: t`Average bank balance`,
      about: t`Over six months, on all business accounts that we can see.`,
    },
    NSF_COUNT: {
      title: t`Returned payments`,
      about: t`Payments that the bank returned for lack of funds, in 90 days.`,
    },
    OVERDRAFT_COUNT: {
      title: t`Overdrafts`,
      about: t`How often the account was overdrawn, in 90 days.`,
    },
    DAYS_BEYOND_TERMS: {
      title: t`How late bills are paid`,
      about: t`After their due date, on average, by the credit report about the business.`,
    },
    MONTHLY_DEBT: {
      title: t`Payments on debts`,
      about: t`Each month, on the debts that the business already has.`,
    },
    MONTHLY_REVENUE: {
      title: t`Revenue`,
      about: t`Each month, on average.`,
    },
    MONTHLY_CASH_FLOW: {
      title: t`Cash flow`,
      about: t`What is left of a month's revenue after running costs, before payments on debts.`,
    },
    MONTHLY_INVOICES: {
      title: t`Invoices`,
      about: t`Invoiced each month, on average.`,
    },
    MONTHLY_CARD_SALES: {
      title: t`Card sales`,
      about: t`Each month, on average.`,
    },
    MONTHLY_CHANNEL_SALES: {
      title: t`Sales on the platform`,
      about: t`Each month, on average.`,
    },
    ANOTHER_PRODUCT: {
      title: t`Another product: ${name}`,
      about: product?.what ?? "",
    },
  };
  return words[kind];
}
