import { fix, type RefusalEntry } from "./entry.ts";

/** Uploaded files. */
export const documents = {
  FILE_NOT_ACCEPTED: {
    status: 422,
    message: "This file cannot be taken: {reason}.",
    portalMessage: "This file cannot be taken. Please choose another one.",
    next: fix("Send a file of a type and size that is taken here."),
  },
  DOCUMENT_NOT_UPLOADED: {
    status: 409,
    message: "The file has not arrived yet.",
    next: fix("Put the file to its upload address first."),
  },
  DOCUMENT_EXPIRED: {
    status: 409,
    message: "The file was not uploaded in time. Please add it again.",
    next: fix("Request a new upload address and put the file there."),
  },
  DOCUMENT_NOT_READY: {
    status: 409,
    message: "We are still checking this file. Please try again in a moment.",
    next: { kind: "RETRY_LATER", message: "Ask again when the document is READY." },
  },
  DOCUMENT_REJECTED: {
    status: 409,
    message: "We could not accept this file. Please upload it again or choose another one.",
    next: fix("Send another file."),
  },
} as const satisfies Record<string, RefusalEntry>;
