import { clsx } from "clsx";
import { type DragEvent, useId, useRef, useState } from "react";
import { Spinner } from "../feedback/spinner.tsx";
import { CloseIcon } from "../icons/close-icon.tsx";
import { describedBy, FieldNotes, type FieldTexts } from "./field-shell.tsx";

/** A file and its upload progress. The caller provides all texts. */
export type ListedFile = {
  id: string;
  name: string;
  /** The name shortened to one line. Screen readers announce the full name. */
  shownName: string;
  tone: "busy" | "good" | "bad";
  /** The status as text. */
  note: string;
  /** From 0 to 1 during the upload; null otherwise. */
  progress: number | null;
  onDownload?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
};

type FileDropProps = FieldTexts & {
  id?: string;
  label: string;
  /** The heading of the screen names the files, so that only screen readers need the label. */
  isLabelHidden?: boolean;
  /** The text in the drop area. */
  invitation: string;
  /** Why the drop area is disabled; null if it is enabled. */
  busyWith: string | null;
  /** The file extensions and media types that the file picker offers. */
  accept: readonly string[];
  isMany: boolean;
  files: readonly ListedFile[];
  onFiles: (files: File[]) => void;
  texts: { download: (name: string) => string; remove: (name: string) => string; list: string };
  /** The latest change, announced to screen readers. */
  announcement: string;
};

/** An area to drop or choose files, and the list of chosen files. */
export function FileDrop({
  label,
  isLabelHidden = false,
  invitation,
  busyWith,
  accept,
  isMany,
  files,
  onFiles,
  texts,
  ...rest
}: FileDropProps) {
  const ownId = useId();
  const { id = ownId, announcement, ...notes } = rest;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const isClosed = busyWith !== null || Boolean(notes.disabledReason);
  // Without this, the browser opens a file that is dropped outside the area and leaves the page.
  const hover = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = isClosed ? "none" : "copy";
    setIsOver(!isClosed);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const dropped = [...event.dataTransfer.files];
    if (!isClosed && dropped.length > 0) onFiles(dropped);
  };
  return (
    <div className="grid min-w-0 gap-2">
      <span id={`${id}-label`} className={isLabelHidden ? "sr-only" : "font-semibold"}>
        {label}
      </span>
      <button
        id={id}
        type="button"
        aria-disabled={isClosed || undefined}
        aria-labelledby={`${id}-label ${id}-invitation`}
        aria-describedby={describedBy(id, notes)}
        onClick={() => !isClosed && input.current?.click()}
        onDragEnter={hover}
        onDragOver={hover}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={clsx(
          "type-button grid min-h-32 w-full place-items-center content-center gap-2.5 rounded-control border-2 px-5 py-6 text-center motion-safe:transition-colors",
          isOver ? "border-solid border-primary bg-tint" : "border-dashed",
          isClosed
            ? "cursor-default border-line bg-disabled text-on-disabled"
            : "cursor-pointer text-link hover:bg-tint",
          !isOver && !isClosed && (notes.error ? "border-bad" : "border-field-line"),
        )}
      >
        {busyWith === null ? <UploadIcon /> : <Spinner />}
        <span id={`${id}-invitation`} className="pointer-events-none max-w-full text-balance wrap-anywhere">
          {busyWith ?? invitation}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join(",")}
        multiple={isMany}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          // Cleared so that the same file can be chosen again after it was removed from the list.
          currentTarget.value = "";
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
      <FieldNotes id={id} {...notes} />
      {files.length > 0 && (
        <ul aria-label={texts.list} className="grid grid-cols-1 gap-2">
          {files.map((file) => (
            <FileRow key={file.id} file={file} texts={texts} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

const noteClasses = { busy: "", good: "text-good", bad: "text-bad" };
const actionClasses =
  "inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink-soft hover:bg-tint hover:text-ink";

function FileRow({ file, texts }: { file: ListedFile; texts: FileDropProps["texts"] }) {
  const { name, shownName, note, tone, progress, onDownload, onRemove } = file;
  return (
    <li className="relative grid grid-cols-1 gap-1 rounded-control border border-line bg-card px-3 py-2 sm:px-4">
      <div className="-mr-2 flex min-w-0 items-center sm:gap-1">
        <div className="min-w-0 grow py-1">
          <p className="font-semibold wrap-anywhere" title={name === shownName ? undefined : name}>
            <span aria-hidden={name !== shownName}>{shownName}</span>
            {name !== shownName && <span className="sr-only">{name}</span>}
          </p>
          <p className={clsx("type-small", noteClasses[tone])}>{note}</p>
        </div>
        {onDownload && (
          <button type="button" aria-label={texts.download(name)} onClick={onDownload} className={actionClasses}>
            <DownloadIcon />
          </button>
        )}
        {onRemove && (
          <button type="button" aria-label={texts.remove(name)} onClick={onRemove} className={actionClasses}>
            <CloseIcon />
          </button>
        )}
      </div>
      {progress !== null && (
        <svg
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(progress * 100)}
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          className="absolute bottom-0.5 left-3 h-1 w-[calc(100%-1.5rem)] rounded-pill bg-line"
        >
          <rect width={progress * 100} height="1" className="fill-chart-1" />
        </svg>
      )}
    </li>
  );
}

const UploadIcon = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-7 fill-none stroke-current stroke-2">
    <path
      d="M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
const DownloadIcon = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current stroke-2">
    <path d="M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 20h16" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
