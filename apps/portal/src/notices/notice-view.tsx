import { getNoticePdf } from "@inlay/contracts/calls/notices.ts";
import type { Notice, NoticeBlock } from "@inlay/contracts/notice.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { Badge } from "@inlay/ui/feedback/badge.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../shared/documents/save-file.ts";
import { useWords } from "../shared/language/words.ts";
import { useErrorBanner } from "../shared/page/banners.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";

type NoticeViewProps = { isPrivate: boolean; notice: Notice; hasTitle: boolean };

/** A notice exactly as it was stored, and its PDF. */
export function NoticeView({ isPrivate, notice, hasTitle }: NoticeViewProps) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const { language } = useWords();
  const showError = useErrorBanner();
  const download = useMutation({
    mutationFn: async () => saveFile(await ask(getNoticePdf, { params: { id: notice.id } })),
    onError: showError,
  });
  const { title, facts, sections } = notice.text[language];
  return (
    <Card className="grid max-w-[76ch] gap-6">
      {(hasTitle || isPrivate) && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {hasTitle && <h2 className="type-subheader wrap-anywhere">{title}</h2>}
          {isPrivate && <Badge tone="neutral">{t`Only you can see this`}</Badge>}
        </div>
      )}
      <Facts rows={facts} />
      {sections.map(({ heading, blocks }) => (
        <section key={heading} className="grid gap-3">
          <h3 className="font-semibold">{heading}</h3>
          {blocks.map((block) => (
            <Block key={JSON.stringify(block)} block={block} />
          ))}
        </section>
      ))}
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        <Trans>Download as PDF</Trans>
      </Button>
    </Card>
  );
}

function Block({ block }: { block: NoticeBlock }) {
  if (block.kind === "TEXT") return <p className="wrap-anywhere">{block.text}</p>;
  if (block.kind === "FACTS") return <Facts rows={block.rows} />;
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

const Facts = ({ rows }: { rows: readonly { label: string; value: string }[] }) => (
  <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-1.5">
    {rows.map(({ label, value }) => (
      <div key={label} className="sm:contents">
        <dt className="text-ink-soft">{label}</dt>
        <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
