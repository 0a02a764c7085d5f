import { Button } from "@inlay/ui/button.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { SwitchBusiness } from "./switch-business.tsx";

type FormFooterProps = {
  primary?: {
    label?: string;
    /** What it does; without it, it sends the form that it stands in. */
    onPress?: () => void;
    busy?: boolean;
    disabledReason?: string | null;
    id?: string;
  };
  onBack?: (() => void) | null;
  tertiary?: { label: string; onPress: () => void };
  /** Said above the buttons when sending failed. */
  children?: ReactNode;
  /** Off on screens where there is nowhere to go. */
  canSwitch?: boolean;
};

/** The foot of every page with something to do: on, back, one thing more, and another business. */
export function FormFooter({ primary = {}, onBack, tertiary, children, canSwitch = true }: FormFooterProps) {
  const { t } = useLingui();
  const { label = t`Continue`, onPress, busy = false, disabledReason, id = "next-step" } = primary;
  return (
    <div className="grid gap-4 pt-2">
      {children}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-start">
        <Button
          id={id}
          type={onPress ? "button" : "submit"}
          busy={busy}
          disabledReason={disabledReason}
          {...(onPress && { onClick: onPress })}
        >
          {label}
        </Button>
        {onBack && (
          <Button variant="secondary" onClick={onBack}>
            {t`Back`}
          </Button>
        )}
        {tertiary && (
          <Button variant="text" className="justify-center" onClick={tertiary.onPress}>
            {tertiary.label}
          </Button>
        )}
        {canSwitch && (
          <div className="sm:ml-auto">
            <SwitchBusiness />
          </div>
        )}
      </div>
    </div>
  );
}
