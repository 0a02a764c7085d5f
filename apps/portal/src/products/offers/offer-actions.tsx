import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { SwitchBusiness } from "../../shared/business/switch-business.tsx";
import { Apr, type PriceFigures } from "./price.tsx";
import { useOfferFormats } from "./use-offer-formats.ts";

type OfferActionsProps = {
  primary: {
    label: string;
    onPress: () => void;
    busy?: boolean;
    /** Why it cannot be pressed. True: it will be possible in a moment, without a reason to state. */
    isDisabled?: string | boolean;
    id?: string;
  };
  /** The price that the button is about. On a phone it is repeated above the button, which covers the rest of the page. */
  price?: (PriceFigures & { of?: string }) | null;
  secondary?: { label: string; onPress: () => void } | null;
  links?: readonly { label: string; onPress: () => void }[];
  /** A failure, above the buttons. */
  error?: ReactNode;
};

/** What can be done on a page about offers: one filled button, the way back beside it, and links. */
export function OfferActions({ primary, price = null, secondary = null, links = [], error }: OfferActionsProps) {
  const { label, onPress, busy = false, isDisabled = false, id = "next-step" } = primary;
  return (
    <div className="grid gap-3 pt-2 sm:flex sm:flex-wrap sm:items-start print:hidden">
      <div className="action-bar grid gap-3 sm:contents" data-price={price ? "" : undefined}>
        {error && <div className="sm:basis-full">{error}</div>}
        {price && <BarPrice {...price} />}
        {/* On the narrowest phones a long word of the first label leaves no room for the second button. */}
        <div className="flex flex-row-reverse items-start gap-3 max-[22rem]:flex-wrap sm:flex-row">
          <div className="grid grow">
            <Button
              id={id}
              busy={busy}
              disabledReason={typeof isDisabled === "string" ? isDisabled : null}
              aria-disabled={isDisabled === true}
              onClick={onPress}
            >
              {label}
            </Button>
          </div>
          {secondary && (
            <Button variant="secondary" className="max-[22rem]:grow" onClick={secondary.onPress}>
              {secondary.label}
            </Button>
          )}
        </div>
      </div>
      <div className="grid gap-x-6 sm:ml-auto sm:flex sm:flex-wrap">
        {links.map((link) => (
          <Button key={link.label} variant="text" onClick={link.onPress}>
            {link.label}
          </Button>
        ))}
        <SwitchBusiness />
      </div>
    </div>
  );
}

function BarPrice({ costCents, apr, isEstimate = false, of }: PriceFigures & { of?: string }) {
  const { money } = useOfferFormats();
  const cost = money(costCents);
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-small sm:hidden">
      <span className="text-ink-soft">
        {of ? (
          <Trans>
            {of} costs <strong className="text-ink tabular-nums">{cost}</strong>
          </Trans>
        ) : (
          <Trans>
            Costs <strong className="text-ink tabular-nums">{cost}</strong>
          </Trans>
        )}
      </span>
      <Apr apr={apr} isEstimate={isEstimate} />
    </p>
  );
}

/** A failure of an action, in the words of the server. */
export function Failure({ message, again }: { message: string; again?: () => void }) {
  const { t } = useLingui();
  return (
    <Notice tone="error">
      <p>{message}</p>
      {again && (
        <Button variant="text" onClick={again}>
          {t`Try again`}
        </Button>
      )}
    </Notice>
  );
}
