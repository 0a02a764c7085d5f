import { accountingMinutes as minutes } from "@inlay/lending/onboarding/minutes.ts";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { useWords } from "../../../shared/language/words.ts";
import { Screen } from "../../../shared/page/screen.tsx";

type LinkOrUploadProps = { hasFiles: boolean; onLink: () => void; onUpload: () => void; onBack: () => void };

/** CHOOSE_LINK_OR_UPLOAD_TAX_RETURNS. Uploading is preselected if documents were uploaded before. */
export function ChooseLinkOrUpload({ hasFiles, onLink, onUpload, onBack }: LinkOrUploadProps) {
  const { t } = useLingui();
  return (
    <Question
      title={t`How would you like to share your financials?`}
      lead={<Trans>Either will do. Connecting takes a few minutes and is the faster way to an answer.</Trans>}
      aside={{
        title: t`Why we ask`,
        body: <Trans>What the business earns and owes decides how much financing it can comfortably carry.</Trans>,
      }}
      label={t`Financials`}
      first={hasFiles ? "upload" : null}
      choices={[
        {
          value: "link",
          label: t`Connect accounting software`,
          description: t`You or your accountant sign in there. We can read the books and change nothing.`,
          onChosen: onLink,
        },
        {
          value: "upload",
          label: t`Upload tax returns`,
          description: t`Business tax returns of the last 2 years or more, as PDF.`,
          onChosen: onUpload,
        },
      ]}
      onBack={onBack}
    />
  );
}

type WhoLinksProps = {
  /** Replaces the title if accounting software was linked before. */
  title?: string;
  lead?: ReactNode;
  takesFocus?: boolean;
  hasAccountant: boolean;
  onSelf: () => void;
  onAccountant: () => void;
  onBack: (() => void) | null;
};

/** SELECT_WHO_WILL_LINK_ACCOUNTING. */
export function SelectWhoLinks(props: WhoLinksProps) {
  const { title, lead, takesFocus = true, hasAccountant, onSelf, onAccountant, onBack } = props;
  const { t } = useLingui();
  return (
    <Question
      title={title ?? t`Who will connect the accounting software?`}
      takesFocus={takesFocus}
      lead={lead ?? <Trans>Whoever can sign in to it. It takes about {minutes} minutes.</Trans>}
      aside={{
        title: t`What your accountant sees`,
        body: (
          <Trans>
            The name of your business and of this program. Nothing about your application, your bank or you.
          </Trans>
        ),
      }}
      label={t`Person`}
      first={hasAccountant ? "accountant" : null}
      choices={[
        {
          value: "self",
          label: t`I will`,
          description: t`You sign in to your accounting software on the next page.`,
          onChosen: onSelf,
        },
        {
          value: "accountant",
          label: t`My accountant`,
          description: t`We email them a link. You can go on with your application meanwhile.`,
          onChosen: onAccountant,
        },
      ]}
      onBack={onBack}
    />
  );
}

type QuestionProps = {
  title: string;
  takesFocus?: boolean;
  lead: ReactNode;
  aside: { title: string; body: ReactNode };
  label: string;
  first: string | null;
  choices: { value: string; label: string; description: string; onChosen: () => void }[];
  onBack: (() => void) | null;
};

/** A choice that only decides which screen comes next. */
function Question({ title, takesFocus = true, lead, aside, label, first, choices, onBack }: QuestionProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const [value, setValue] = useState(first);
  const [isMissing, setMissing] = useState(false);
  const goOn = () => {
    setMissing(value === null);
    choices.find((choice) => choice.value === value)?.onChosen();
  };
  return (
    <Screen title={title} lead={lead} aside={aside} takesFocus={takesFocus} isWrong={isMissing && t`Error:`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
        className="grid gap-6"
      >
        <ChoiceField
          kind="one"
          id="choice"
          label={label}
          isLabelHidden
          choices={choices}
          value={value}
          onChange={(chosen) => {
            setValue(chosen);
            setMissing(false);
          }}
          error={isMissing ? sentence("Please select at least one option") : null}
        />
        <FormFooter onBack={onBack} />
      </form>
    </Screen>
  );
}
