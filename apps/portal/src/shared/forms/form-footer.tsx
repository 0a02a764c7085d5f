import { Button } from "@inlay/ui/button.tsx";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { SwitchBusiness } from "../business/switch-business.tsx";

type FormFooterProps = {
  primary?: {
    label?: string;
    /** What the button does. Without it, the button submits the form around it. */
    onPress?: () => void;
    busy?: boolean;
    disabledReason?: string | null;
    id?: string;
  };
  onBack?: (() => void) | null;
  tertiary?: { label: string; onPress: () => void };
  /** Shown above the buttons when submitting failed. */
  children?: ReactNode;
  /** Off on screens where the person cannot switch to another business. */
  canSwitch?: boolean;
};

/** The footer of a page with actions: continue, back, a tertiary action, and switching the business. */
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
