import { Trans, useLingui } from "@lingui/react/macro";
import { EntityType } from "../tax/entity-type.tsx";
import { type InputScreen, unkept } from "./input-screen.ts";

export function VerifyBusinessTaxId(props: InputScreen<"VERIFY_BUSINESS_TAX_ID">) {
  const { data, onComplete, takesFocus } = props;
  const { t } = useLingui();
  return (
    <EntityType
      {...unkept}
      title={t`Let's verify where to send the funds from your business loan`}
      lead={<Trans>How does the business file its taxes? Choose the return that shows its income.</Trans>}
      onFile={data}
      earlier={null}
      takesFocus={takesFocus}
      onAnswer={(answer) => onComplete({ ...answer, hasPrimaryOwnerSsn: data.hasPrimaryOwnerSsn })}
    />
  );
}
