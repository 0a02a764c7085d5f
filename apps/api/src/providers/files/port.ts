/**
 * Where files lie. `incoming` is what somebody sent and nobody has looked at; `clean` is what may be read again. Only a clean file can
 * be handed out, which the type says and the adapter holds.
 */
export type IncomingKey = `incoming/${string}`;
export type CleanKey = `clean/${string}`;
export type FileKey = IncomingKey | CleanKey;

export type FileHead = { bytes: number; contentType: string };

/** An address that takes or gives one file for a short while. */
export type SignedUrl = { url: string; expiresAt: Date };

/** How a file is to be sent: the address, and the headers that it was signed with. */
export type UploadSlot = SignedUrl & { method: "PUT"; headers: Record<string, string> };

export type Files = {
  /** Keeps a file of our own making, or one that was looked at. The same key again replaces it. */
  put(key: CleanKey, contents: Uint8Array, contentType: string): Promise<void>;
  /** What lies there; null when nothing does. Never more than `atMost` bytes: a larger file is refused with `FileTooLarge`. */
  get(key: FileKey, atMost: number): Promise<Buffer | null>;
  /** Size and type without the contents; null when nothing is there. */
  head(key: FileKey): Promise<FileHead | null>;
  /** Takes it away. What is not there is away. */
  remove(key: FileKey): Promise<void>;
  /** Where somebody may put one file. Another type or, where it is told, another size or content is not taken. */
  presignPut(key: IncomingKey, file: { contentType: string; bytes?: number; sha256?: string }): Promise<UploadSlot>;
  /** Where somebody may fetch a clean file. It comes as an attachment of that name, never as a page. */
  presignGet(key: CleanKey, attachment: { fileName: string; contentType: string }): Promise<SignedUrl>;
};

export const uploadMinutes = 10;
export const downloadMinutes = 5;

/** Not answered in time, or with a fault of theirs: ask again later. */
export class FilesUnavailable extends Error {
  override name = "FilesUnavailable";
}

/** Refused, and would be again. */
export class FilesRefused extends Error {
  override name = "FilesRefused";
}

/** Larger than whoever asks can take. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
}
