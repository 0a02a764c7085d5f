import { useState } from "react";
import { EntityType, type TaxAnswer } from "../../shared/tax/entity-type.tsx";
import type { StepScreen } from "../step-screen.ts";
import { UploadTaxReturns } from "../tax/upload-tax-returns.tsx";

/** How the business is taxed, and its tax returns if it files its own. */
export function CollectBusinessTax(props: StepScreen<"COLLECT_BUSINESS_TAX">) {
  const { data, onComplete, takesFocus } = props;
  const [tax, setTax] = useState<TaxAnswer | null>(null);
  const [isUploading, setUploading] = useState(false);

  if (tax && isUploading) {
    return (
      <UploadTaxReturns
        kept={data.files}
        isOnlyOne={data.hasOnlyOneTaxReturn}
        onUploaded={(returns) => onComplete({ ...tax, ...returns })}
        onBack={() => setUploading(false)}
      />
    );
  }
  return (
    <EntityType
      {...props}
      onFile={data}
      earlier={tax}
      takesFocus={takesFocus || tax !== null}
      onAnswer={async (answer) => {
        if (answer.entityType === "PASS_THROUGH") return onComplete({ ...answer, taxReturnFiles: [] });
        setTax(answer);
        setUploading(true);
      }}
    />
  );
}
