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

/**
 * The footer of a page with actions: continue, back, a tertiary action, and switching the business. On a phone, continue and back stay at
 * the foot of the window (`action-bar` in tokens.css).
 */
export function FormFooter({ primary = {}, onBack, tertiary, children, canSwitch = true }: FormFooterProps) {
  const { t } = useLingui();
  const { label = t`Continue`, onPress, busy = false, disabledReason, id = "next-step" } = primary;
  return (
    <div className="grid gap-3 pt-2 sm:flex sm:flex-wrap sm:items-start">
      <div className="action-bar grid gap-3 sm:contents">
        {children && <div className="sm:basis-full">{children}</div>}
        <div className="flex flex-row-reverse items-start gap-3 sm:flex-row">
          <div className="grid grow">
            <Button
              id={id}
              type={onPress ? "button" : "submit"}
              busy={busy}
              disabledReason={disabledReason}
              {...(onPress && { onClick: onPress })}
            >
              {label}
            </Button>
          </div>
          {onBack && (
            <Button variant="text" className="px-3" onClick={onBack}>
              {t`Back`}
            </Button>
          )}
        </div>
      </div>
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
  );
}
