import { beforePeriod } from "@inlay/contracts/before-period.ts";
import {
  type AccountantInvitation,
  confirmAccountantLink,
  openAccountantPage,
} from "@inlay/contracts/calls/accountant.ts";
import { accountingMinutes as minutes } from "@inlay/lending/onboarding/minutes.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useState } from "react";
import { ApiError } from "../shared/api/api.ts";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { useWords } from "../shared/language/words.ts";
import { LinkAccounting } from "../shared/linking/link-accounting.tsx";
import { Screen } from "../shared/page/screen.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { taxReturnFolder } from "../shared/uploads/tax-returns.ts";
import { Upload } from "../shared/uploads/upload.tsx";
import { useUploads } from "../shared/uploads/use-uploads.ts";

type Place = "CHOOSE" | "LINK" | "UPLOAD" | "DONE";

/** An accountant connects a client's accounting software or uploads tax returns. They see the client's name and nothing else. */
export function Accountant({ invitation, takesFocus }: { invitation: AccountantInvitation; takesFocus: boolean }) {
  const { t } = useLingui();
  const [place, setPlace] = useState<Place>(invitation.isAccountingLinked ? "DONE" : "CHOOSE");
  const [isReturn, setReturn] = useState(false);
  const client = invitation.businessName ?? t`your client`;
  const toChoice = () => {
    setReturn(true);
    setPlace("CHOOSE");
  };
  switch (place) {
    case "CHOOSE":
      return (
        <Choose
          client={client}
          programName={invitation.platformProgramName}
          takesFocus={takesFocus || isReturn}
          onChosen={setPlace}
        />
      );
    case "LINK":
      return <Link client={client} onLinked={() => setPlace("DONE")} onBack={toChoice} />;
    case "UPLOAD":
      return <UploadReturns client={client} onUploaded={() => setPlace("DONE")} onBack={toChoice} />;
    case "DONE":
      return <Done client={client} takesFocus={!invitation.isAccountingLinked} onMore={toChoice} />;
  }
}

type ChooseProps = {
  client: string;
  programName: string;
  takesFocus: boolean;
  onChosen: (place: "LINK" | "UPLOAD") => void;
};

function Choose({ client, programName, takesFocus, onChosen }: ChooseProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const [value, setValue] = useState<"LINK" | "UPLOAD" | null>(null);
  const [isMissing, setMissing] = useState(false);
  return (
    <Screen
      title={t`Share the financials of ${client}`}
      lead={<Trans>Your client named you as their accountant. {programName} needs one of the two.</Trans>}
      aside={{
        title: t`What you see, and what we see`,
        body: (
          <Trans>
            We read the books and change nothing. You see nothing of your client's application, and you need no account
            here.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      isWrong={isMissing && t`Error:`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(value === null);
          if (value) onChosen(value);
        }}
        className="grid gap-6"
      >
        <ChoiceField<"LINK" | "UPLOAD">
          kind="one"
          id="choice"
          label={t`Financials`}
          isLabelHidden
          choices={[
            {
              value: "LINK",
              label: t`Connect accounting software`,
              description: t`You sign in there with your own access. It takes about ${minutes} minutes.`,
            },
            {
              value: "UPLOAD",
              label: t`Upload tax returns`,
              description: t`Business tax returns of the last 2 years or more, as PDF.`,
            },
          ]}
          value={value}
          onChange={(chosen) => {
            setValue(chosen);
            setMissing(false);
          }}
          error={isMissing ? sentence("Please select at least one option") : null}
        />
        <FormFooter canSwitch={false} />
      </form>
    </Screen>
  );
}

function Link({ client, onLinked, onBack }: { client: string; onLinked: () => void; onBack: () => void }) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const openPage = useCallback(() => ask(openAccountantPage, {}), [ask]);
  return (
    <Screen
      title={t`Connect the accounting software of ${client}`}
      lead={<Trans>Choose it below and sign in there. We can read the books and change nothing.</Trans>}
      takesFocus
    >
      <LinkAccounting
        openPage={openPage}
        onLinked={async () => {
          const { isAccountingLinked } = await ask(confirmAccountantLink, {});
          if (!isAccountingLinked) throw notLinked();
          onLinked();
        }}
        onFailed={() => undefined}
        onBack={onBack}
      />
    </Screen>
  );
}

/** The vendor's page reports the link, but the vendor's API does not confirm it yet. */
const notLinked = () => new ApiError({ code: "ACCOUNTING_UNAVAILABLE", message: "", status: 503 });

function UploadReturns({ client, onUploaded, onBack }: { client: string; onUploaded: () => void; onBack: () => void }) {
  const { t } = useLingui();
  const uploads = useUploads(taxReturnFolder);
  return (
    <Screen
      title={t`Upload the tax returns of ${client}`}
      lead={<Trans>The last 2 years or more, one PDF a year, with all pages and schedules.</Trans>}
      takesFocus
    >
      <Upload id="taxReturnFiles" label={t`Tax returns`} isLabelHidden folder={taxReturnFolder} uploads={uploads} />
      <FormFooter
        primary={{
          label: t`Done`,
          busy: uploads.state !== "IDLE",
          onPress: onUploaded,
          disabledReason: uploads.answer.length > 0 ? null : t`Please upload a file`,
        }}
        onBack={onBack}
        canSwitch={false}
      />
    </Screen>
  );
}

function Done({ client, takesFocus, onMore }: { client: string; takesFocus: boolean; onMore: () => void }) {
  const { t } = useLingui();
  const clientAtEnd = beforePeriod(client);
  return (
    <Screen title={t`Thank you`} takesFocus={takesFocus}>
      <Notice tone="success">
        <p>
          <Trans>We have the financials of {clientAtEnd}. You can close this page.</Trans>
        </p>
      </Notice>
      <div>
        <Button id="share-more" variant="secondary" onClick={onMore}>
          {t`Share something else`}
        </Button>
      </div>
    </Screen>
  );
}
