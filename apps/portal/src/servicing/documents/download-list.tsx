import { Card } from "@inlay/ui/card.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Tick } from "@inlay/ui/fields/tick.tsx";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { saveFile } from "../../shared/documents/save-file.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { useErrorBanner } from "../../shared/page/banners.tsx";
import { Heading } from "../../shared/page/heading.tsx";

export type Downloadable = { id: string; name: string; description: string };
/** The documents of one product, under its name. */
export type DownloadGroup = { id: string; title: string; about: string; documents: readonly Downloadable[] };

type DownloadListProps = {
  title: string;
  groups: readonly DownloadGroup[];
  empty: { title: string; text: string };
  labels: {
    /** Of the button, for the number of ticked documents. */
    download: (count: number) => string;
    nothingTicked: string;
    tooMany: string;
    failed: string;
  };
  most: number;
  onDownload: (ids: string[]) => Promise<Parameters<typeof saveFile>[0]>;
  /** Reports the failure, by the products whose documents were asked for. */
  onFailed: (groupIds: string[]) => void;
  takesFocus: boolean;
};

/** A page of documents to tick and download: one as a file, several as an archive. */
export function DownloadList(props: DownloadListProps) {
  const { title, groups, empty, labels, most, onDownload, onFailed, takesFocus } = props;
  const showError = useErrorBanner();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const shown = groups.filter(({ documents }) => documents.length > 0);
  const ids = shown.flatMap(({ documents }) => documents.map(({ id }) => id)).filter((id) => ticked.has(id));
  const download = useMutation({
    mutationFn: async () => saveFile(await onDownload(ids)),
    onError: (error) => {
      showError(error, labels.failed);
      onFailed(shown.filter(({ documents }) => documents.some(({ id }) => ticked.has(id))).map(({ id }) => id));
    },
  });
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  const reason = ids.length > most ? labels.tooMany : null;
  return (
    <div className="grid gap-6">
      <title>{title}</title>
      <Heading takesFocus={takesFocus}>{title}</Heading>
      {shown.length === 0 ? (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      ) : (
        <>
          <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-7">
            {shown.map((group) => (
              <Card key={group.id} aria-labelledby={`documents-${group.id} about-${group.id}`}>
                <h2 id={`documents-${group.id}`} className="type-subheader wrap-anywhere">
                  {group.title}
                </h2>
                <p id={`about-${group.id}`} className="type-small pb-1">
                  {group.about}
                </p>
                <ul>
                  {group.documents.map((document) => (
                    <li key={document.id} className="border-line not-last:border-b">
                      <DocumentRow
                        document={document}
                        isTicked={ticked.has(document.id)}
                        onTick={(isTicked) => tick(document.id, isTicked)}
                      />
                    </li>
                  ))}
                </ul>
              </Card>
            ))}
          </div>
          <FormFooter
            primary={{
              label: labels.download(ids.length),
              busy: download.isPending,
              disabledReason: ids.length === 0 ? labels.nothingTicked : reason,
              onPress: () => download.mutate(),
              id: "download",
            }}
          >
            {ids.length > 1 && (
              <p className="text-small text-ink-soft">
                <Trans>Several come as one zip file.</Trans>
              </p>
            )}
          </FormFooter>
        </>
      )}
    </div>
  );
}

type DocumentRowProps = { document: Downloadable; isTicked: boolean; onTick: (isTicked: boolean) => void };

function DocumentRow({ document: { id, name, description }, isTicked, onTick }: DocumentRowProps) {
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer gap-3 py-3">
      <Tick
        kind="checkbox"
        id={id}
        isSelected={isTicked}
        isDisabled={false}
        isInvalid={false}
        describedBy={`${id}-about`}
        onChange={onTick}
      />
      <span className="grid min-w-0 wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span id={`${id}-about`} className="type-small">
          {description}
        </span>
      </span>
    </label>
  );
}
