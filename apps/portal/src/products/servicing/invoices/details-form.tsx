import { detailsShape, type InvoiceDetails } from "@inlay/contracts/servicing/invoice-details.ts";
import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { DateField } from "@inlay/ui/fields/date-field.tsx";
import { MoneyField } from "@inlay/ui/fields/money-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { type Control, useWatch } from "react-hook-form";
import { FormMoney } from "../../../shared/forms/form-money.tsx";
import { StepForm } from "../../../shared/forms/step-form.tsx";
import { useField } from "../../../shared/forms/use-field.ts";
import { useStepForm } from "../../../shared/forms/use-step-form.ts";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { WithKind } from "./invoice-kind.ts";

/** What is known of an invoice before a person has typed anything. */
export type KnownDetails = { [Field in keyof InvoiceDetails]: InvoiceDetails[Field] | null };

type DetailsFormProps = WithKind<{
  line: InvoiceLine;
  known: KnownDetails;
  title: string;
  lead?: ReactNode;
  /** The payee must receive all of it, so that nothing else can be requested. */
  isFullyPayable: boolean;
  takesFocus: boolean;
  onDone: (details: InvoiceDetails) => void;
  onBack: (() => void) | null;
  onLimit: () => void;
  children?: ReactNode;
}>;

/** The amounts and dates of an invoice. Nothing is found wrong before the person continues. */
export function DetailsForm(props: DetailsFormProps) {
  const { line, kind, known, isFullyPayable, title, lead, takesFocus, onDone, onBack, onLimit, children } = props;
  const { t } = useLingui();
  const { isBill } = kind;
  const shape = useMemo(() => detailsShape(isBill, line.today), [isBill, line.today]);
  const stepForm = useStepForm({
    shape,
    values: { ...known, ...(isFullyPayable && { requestedCents: known.amountCents }) },
    onComplete: async (details) => onDone(isBill ? { ...details, issueDate: null } : details),
  });
  const { control, setValue } = stepForm.form;
  const typed = useWatch({ control: control as Control<KnownDetails> });
  const { requestedCents } = typed;
  const isOverLimit = typeof requestedCents === "number" && requestedCents > line.availableCents;
  const isRefused = isOverLimit && isFullyPayable;
  return (
    <StepForm
      {...stepForm}
      title={title}
      lead={lead}
      takesFocus={takesFocus}
      fields={["amountCents", "requestedCents", ...(isBill ? [] : ["issueDate"]), "dueDate"]}
      disabledReason={isRefused ? t`This invoice cannot be submitted as it exceeds your limit.` : null}
      onBack={onBack}
      aside={{ title: t`About your limit`, body: <LimitAside line={line} onLimit={onLimit} /> }}
    >
      {children}
      <div className="grid gap-5 sm:grid-cols-2">
        {isFullyPayable ? (
          <AllOfIt label={kind.amountLabel} onAmount={(cents) => setValue("requestedCents", cents)} />
        ) : (
          <>
            <FormMoney name="amountCents" label={kind.amountLabel} />
            <FormMoney name="requestedCents" label={t`Amount requested`} />
          </>
        )}
        {!isBill && <FormDay name="issueDate" label={t`Issue date`} />}
        <FormDay name="dueDate" label={t`Due date`} />
      </div>
      {isOverLimit && !isRefused && (
        <Notice tone="warning">
          <p>
            <Trans>
              The amount you requested for financing exceeds your remaining available credit limit. As a result, you
              will receive up to the remaining credit limit.
            </Trans>
          </p>
        </Notice>
      )}
    </StepForm>
  );
}

/** The balance of a bill that is paid in full, and the amount requested, which is the same and cannot be typed. */
function AllOfIt({ label, onAmount }: { label: string; onAmount: (cents: number | null) => void }) {
  const { t } = useLingui();
  const { value, onChange, error } = useField<number | null>("amountCents");
  const requested = useField<number | null>("requestedCents");
  return (
    <>
      <MoneyField
        id="amountCents"
        name="amountCents"
        label={label}
        amountCents={value}
        error={error}
        onChange={(cents) => {
          onChange(cents);
          onAmount(cents);
        }}
      />
      <MoneyField
        id="requestedCents"
        name="requestedCents"
        label={t`Amount requested`}
        amountCents={Number.isNaN(requested.value) ? null : requested.value}
        onChange={() => undefined}
        disabledReason={t`The supplier is paid the whole bill.`}
      />
    </>
  );
}

function FormDay({ name, label }: { name: "issueDate" | "dueDate"; label: string }) {
  const { value, onChange, error } = useField<string | null>(name);
  return <DateField id={name} label={label} value={value} onChange={onChange} error={error} />;
}

function LimitAside({ line, onLimit }: { line: InvoiceLine; onLimit: () => void }) {
  const { t } = useLingui();
  const { money } = useOfferFormats();
  const remaining = money(line.availableCents);
  return (
    <>
      <p>{t`Remaining limit: ${remaining}`}</p>
      <Button variant="text" onClick={onLimit}>
        <Trans>About your limit</Trans>
      </Button>
    </>
  );
}
