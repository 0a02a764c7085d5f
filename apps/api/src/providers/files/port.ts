import { VendorUnavailable } from "../vendor-unavailable.ts";

/**
 * Keys of stored files. `incoming` holds uploads before the malware scan; `clean` holds files that may be read again. Only a clean file can
 * be handed out: the type says so and the adapter enforces it.
 */
export type IncomingKey = `incoming/${string}`;
export type CleanKey = `clean/${string}`;
export type FileKey = IncomingKey | CleanKey;

export type FileHead = { bytes: number; contentType: string };

/** A URL that accepts or returns one file for a short time. */
export type SignedUrl = { url: string; expiresAt: Date };

/** How a file is uploaded: the URL, and the headers that it was signed with. */
export type UploadSlot = SignedUrl & { method: "PUT"; headers: Record<string, string> };

export type Files = {
  /** Stores a file that we created or scanned. The same key again replaces it. */
  put(key: CleanKey, contents: Uint8Array, contentType: string): Promise<void>;
  /** The contents; null when there is no file. Never more than `atMost` bytes: a larger file is refused with `FileTooLarge`. */
  get(key: FileKey, atMost: number): Promise<Buffer | null>;
  /** Size and type without the contents; null when there is no file. */
  head(key: FileKey): Promise<FileHead | null>;
  /** Deletes the file. A missing file is no error. */
  remove(key: FileKey): Promise<void>;
  /** A URL to upload one file of this type and size. Another type, another size or, where given, other contents are refused. */
  presignPut(key: IncomingKey, file: { contentType: string; bytes: number; sha256?: string }): Promise<UploadSlot>;
  /** A URL to download a clean file. It is served as an attachment of that name, never as a page. */
  presignGet(key: CleanKey, attachment: { fileName: string; contentType: string }): Promise<SignedUrl>;
};

export const uploadMinutes = 10;
export const downloadMinutes = 5;

/** The store did not respond in time or had a server error. A retry may succeed. */
export class FilesUnavailable extends VendorUnavailable {
  override name = "FilesUnavailable";
}

/** The store rejects the request, and a retry would be rejected too. */
export class FilesRefused extends Error {
  override name = "FilesRefused";
}

/** The file is larger than the caller's limit. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge";
}
