/** The Content-Disposition of a download: an ASCII file name for old clients, and the full name for others. */
export function attachmentNamed(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(fileName).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
