import { openAccountingPage } from "@inlay/contracts/calls/accounting.ts";
import { useLingui } from "@lingui/react/macro";
import { useCallback, useRef, useState } from "react";
import type { Draft } from "../../shared/flow/flow.ts";
import { useDoneBanner } from "../../shared/page/banners.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";
import { EntityType, type TaxAnswer } from "../../shared/tax/entity-type.tsx";
import type { StepScreen } from "../step-screen.ts";
import { UploadTaxReturns } from "../tax/upload-tax-returns.tsx";
import { AccountantInfo } from "./collect-railz/accountant-info.tsx";
import { AccountingWidget } from "./collect-railz/accounting-widget.tsx";
import { ChooseLinkOrUpload, SelectWhoLinks } from "./collect-railz/choices.tsx";

/** The sub-screens, with the names that support and analytics use. */
type Place =
  | "COLLECT_ENTITY_TYPE"
  | "CHOOSE_LINK_OR_UPLOAD_TAX_RETURNS"
  | "SELECT_WHO_WILL_LINK_ACCOUNTING"
  | "RAILZ_WIDGET_PAGE"
  | "COLLECT_ACCOUNTANT_INFO"
  | "UPLOAD_TAX_DOCUMENTS";

/** How the business is taxed, and who provides its accounting data: the owner or the accountant. A pass-through business needs none. */
export function CollectRailz(props: StepScreen<"COLLECT_RAILZ">) {
  const { data, draft, onComplete, onBack, takesFocus } = props;
  const { ask } = usePortalSession();
  const { t } = useLingui();
  const showDone = useDoneBanner();
  const [place, setPlace] = useState<Place>("COLLECT_ENTITY_TYPE");
  const [tax, setTax] = useState<TaxAnswer | null>(null);
  const onDraft = useKeptDraft(props);
  const openPage = useCallback(() => ask(openAccountingPage, {}), [ask]);
  const to = (next: Place) => () => setPlace(next);

  if (!tax || place === "COLLECT_ENTITY_TYPE") {
    return (
      <EntityType
        onFile={data}
        earlier={tax}
        draft={draft}
        onDraft={onDraft}
        takesFocus={takesFocus || tax !== null}
        onBack={onBack}
        onAnswer={async (answer) => {
          if (answer.entityType === "PASS_THROUGH") return onComplete({ ...answer, taxReturnFiles: [] });
          // Linked accounting software is enough.
          if (data.isAccountingCollected) return onComplete(answer);
          setTax(answer);
          setPlace("CHOOSE_LINK_OR_UPLOAD_TAX_RETURNS");
        }}
      />
    );
  }
  switch (place) {
    case "CHOOSE_LINK_OR_UPLOAD_TAX_RETURNS":
      return (
        <ChooseLinkOrUpload
          hasFiles={data.files.length > 0}
          onLink={to("SELECT_WHO_WILL_LINK_ACCOUNTING")}
          onUpload={to("UPLOAD_TAX_DOCUMENTS")}
          onBack={to("COLLECT_ENTITY_TYPE")}
        />
      );
    case "SELECT_WHO_WILL_LINK_ACCOUNTING":
      return (
        <SelectWhoLinks
          hasAccountant={data.accountant !== null}
          onSelf={to("RAILZ_WIDGET_PAGE")}
          onAccountant={to("COLLECT_ACCOUNTANT_INFO")}
          onBack={to("CHOOSE_LINK_OR_UPLOAD_TAX_RETURNS")}
        />
      );
    case "RAILZ_WIDGET_PAGE":
      return (
        <AccountingWidget
          openPage={openPage}
          onLinked={() => onComplete(tax)}
          onBack={to("SELECT_WHO_WILL_LINK_ACCOUNTING")}
        />
      );
    case "COLLECT_ACCOUNTANT_INFO":
      return (
        <AccountantInfo
          accountant={data.accountant}
          draft={draft}
          onDraft={onDraft}
          onNamed={async (accountant) => {
            await onComplete({ ...tax, ...accountant });
            const { accountantEmail } = accountant;
            showDone(t`Sent to ${accountantEmail}`);
          }}
          onBack={to("SELECT_WHO_WILL_LINK_ACCOUNTING")}
        />
      );
    case "UPLOAD_TAX_DOCUMENTS":
      return (
        <UploadTaxReturns
          kept={data.files}
          isOnlyOne={data.hasOnlyOneTaxReturn}
          onUploaded={(returns) => onComplete({ ...tax, ...returns })}
          onBack={to("CHOOSE_LINK_OR_UPLOAD_TAX_RETURNS")}
        />
      );
  }
}

/** Several screens share one draft, so each merges its fields into it. */
function useKeptDraft({ draft, onDraft }: Pick<StepScreen<"COLLECT_RAILZ">, "draft" | "onDraft">) {
  const typed = useRef<Draft>(draft ?? {});
  return useCallback(
    (fields: Draft) => {
      typed.current = { ...typed.current, ...fields };
      onDraft(typed.current);
    },
    [onDraft],
  );
}
