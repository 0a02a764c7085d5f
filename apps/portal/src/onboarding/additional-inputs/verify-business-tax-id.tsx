import { Trans, useLingui } from "@lingui/react/macro";
import { EntityType } from "../../shared/tax/entity-type.tsx";
import type { InputScreen } from "./input-screen.ts";

export function VerifyBusinessTaxId(props: InputScreen<"VERIFY_BUSINESS_TAX_ID">) {
  const { data, draft, onComplete, onDraft, onBack, takesFocus } = props;
  const { t } = useLingui();
  return (
    <EntityType
      title={t`Let's verify where to send the funds from your business loan`}
      lead={<Trans>How does the business file its taxes? Choose the return that shows its income.</Trans>}
      onFile={data}
      earlier={null}
      draft={draft}
      onDraft={onDraft}
      onBack={onBack}
      takesFocus={takesFocus}
      onAnswer={(answer) => onComplete({ ...answer, hasPrimaryOwnerSsn: data.hasPrimaryOwnerSsn })}
    />
  );
}
