import { Button } from "@inlay/ui/button.tsx";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import type { HelpFacts } from "./help-facts.ts";

const WithdrawApplication = lazy(async () => ({
  default: (await import("../../shared/business/withdraw-application.tsx")).WithdrawApplication,
}));
const RequestCorrection = lazy(async () => ({
  default: (await import("../../shared/business/request-correction.tsx")).RequestCorrection,
}));
const HelpPanel = lazy(async () => ({ default: (await import("./help-panel.tsx")).HelpPanel }));

/** `asks` is set for a signed-in person: the panel then loads their reference number and contact. */
export function Help({ facts, asks }: { facts: HelpFacts | null; asks: boolean }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<"WITHDRAW" | "CORRECT" | null>(null);
  const openDialog = (one: "WITHDRAW" | "CORRECT") => {
    setOpen(false);
    setDialog(one);
  };
  return (
    <>
      <Button
        variant="text"
        className="text-small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {t`Help`}
      </Button>
      {isOpen && (
        <Suspense>
          <HelpPanel
            facts={facts}
            asks={asks}
            onClose={() => setOpen(false)}
            onWithdraw={() => openDialog("WITHDRAW")}
            onCorrect={() => openDialog("CORRECT")}
          />
        </Suspense>
      )}
      {dialog && (
        <Suspense>
          {dialog === "WITHDRAW" ? (
            <WithdrawApplication onClose={() => setDialog(null)} />
          ) : (
            <RequestCorrection onClose={() => setDialog(null)} />
          )}
        </Suspense>
      )}
    </>
  );
}
