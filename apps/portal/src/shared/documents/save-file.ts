type DownloadedFile = {
  fileName: string;
  contents: Uint8Array;
  mediaType?: "application/pdf" | "application/zip" | "text/calendar" | undefined;
};

/** Gives a file to the browser as a download: a PDF, unless another type is named. */
export function saveFile({ fileName, contents, mediaType = "application/pdf" }: DownloadedFile): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(contents)], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
