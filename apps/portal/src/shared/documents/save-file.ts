/** Gives a PDF to the browser as a download. */
export function saveFile({ fileName, contents }: { fileName: string; contents: Uint8Array }): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(contents)], { type: "application/pdf" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
