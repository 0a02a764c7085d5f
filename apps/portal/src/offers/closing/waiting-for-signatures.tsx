import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Meter } from "@inlay/ui/figures/meter.tsx";
import { Timeline } from "@inlay/ui/figures/timeline.tsx";
import { DoneIcon } from "@inlay/ui/icons/done-icon.tsx";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Heading } from "../../shared/page/heading.tsx";
import type { ClosingData } from "./closing-step.ts";
import type { SignerToDecide } from "./decide-about-signer.tsx";

export type Recipient = NonNullable<ClosingData["documentDetails"]>["recipients"][number];

type WaitingForSignaturesProps = {
  recipients: readonly Recipient[];
  thanks: string;
  /** Those about whom the person decides now. */
  toDecide?: readonly SignerToDecide[];
  onDecide?: (signer: SignerToDecide) => void;
  /** What the person can do if somebody does not sign. */
  wayOut?: ReactNode;
  takesFocus: boolean;
};

/** OFFERS.WAITING_FOR_ADDITIONAL_SIGNATURES: the person has signed, and others have not. */
export function WaitingForSignatures({
  recipients,
  thanks,
  toDecide = [],
  onDecide,
  wayOut,
  takesFocus,
}: WaitingForSignaturesProps) {
  const { t } = useLingui();
  const title = t`Waiting for additional signatures`;
  const total = recipients.length;
  const signed = recipients.filter(({ hasCompleted }) => hasCompleted).length;
  const open = total - signed;
  return (
    <div className="grid items-start gap-x-7 gap-y-6 min-[56.25rem]:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <title>{title}</title>
      <div className="grid min-w-0 gap-6">
        <div className="grid gap-2">
          <Heading takesFocus={takesFocus}>{title}</Heading>
          <p className="max-w-[60ch] text-ink-soft">{thanks}</p>
        </div>
        <Card className="grid gap-4">
          <h2 className="type-subheader" aria-live="polite">
            <Trans>
              {signed} of {total} have signed
            </Trans>
          </h2>
          <Meter share={signed / total} />
          <ul className="divide-y divide-line">
            {recipients.map((recipient) => {
              const decided = recipient.hasCompleted ? null : toDecide.find(({ email }) => email === recipient.email);
              return (
                <Signer key={recipient.email} {...recipient}>
                  {decided && onDecide && <Decide signer={decided} onDecide={onDecide} />}
                </Signer>
              );
            })}
          </ul>
        </Card>
      </div>
      <div className="grid min-w-0 gap-4">
        <Card>
          <h2 className="type-subheader mb-4">
            <Trans>What happens next</Trans>
          </h2>
          <Timeline
            doneLabel={t`Done`}
            stops={[
              { label: t`You signed`, state: "DONE" },
              {
                label: t`The other owners sign`,
                detail: (
                  <Plural
                    value={open}
                    one="# owner has an email with their own link"
                    other="# owners have an email with their own link"
                  />
                ),
                state: "NOW",
              },
              { label: t`You receive your funding`, detail: t`Within 24 hours of the last signature`, state: "LATER" },
            ]}
          />
        </Card>
        {wayOut}
      </div>
    </div>
  );
}

type DecideProps = { signer: SignerToDecide; onDecide: (signer: SignerToDecide) => void };

function Decide({ signer, onDecide }: DecideProps) {
  const name = `${signer.firstName} ${signer.lastName}`;
  return (
    <Button variant="text" onClick={() => onDecide(signer)}>
      <Trans>Decide what happens with {name}</Trans>
    </Button>
  );
}

function Signer({ firstName, lastName, email, hasCompleted, children }: Recipient & { children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 py-4 first:pt-1 last:pb-0">
      <span
        aria-hidden="true"
        className={`grid size-6 place-items-center rounded-pill ${hasCompleted ? "bg-primary text-on-primary" : "border-2 border-field-line bg-card"}`}
      >
        {hasCompleted && <DoneIcon />}
      </span>
      <div className="wrap-anywhere">
        <p className="font-semibold">
          {firstName} {lastName}
        </p>
        <p className="type-small">{email}</p>
        <p className="type-small">{hasCompleted ? <Trans>Signed</Trans> : <Trans>Has not signed yet</Trans>}</p>
        {children}
      </div>
    </li>
  );
}
