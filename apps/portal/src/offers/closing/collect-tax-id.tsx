import { EntityType } from "../../shared/tax/entity-type.tsx";
import { InvalidOffer } from "../invalid-offer.tsx";
import { ClosingPage } from "./closing-page.tsx";
import { useOwnerStep } from "./closing-step.ts";

/** The entity type and the tax number, which the agreement contains. */
export function CollectTaxId({ takesFocus }: { takesFocus: boolean }) {
  const step = useOwnerStep("COLLECT_TAX_ID");
  const { complete, onBack } = step;
  const { tax } = step.data;
  if (!tax) return <InvalidOffer takesFocus={takesFocus} />;
  return (
    <ClosingPage step={step}>
      <EntityType
        onFile={tax}
        earlier={null}
        draft={null}
        onDraft={() => undefined}
        onAnswer={async ({ entityType, tin, ssn }) => {
          const { hasPrimaryOwnerSsn } = tax;
          await complete({ eventType: "TAX_ID_COLLECTED", entityType, tin, ssn, hasPrimaryOwnerSsn });
        }}
        onBack={onBack}
        takesFocus={takesFocus}
      />
    </ClosingPage>
  );
}
