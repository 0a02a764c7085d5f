import type { MessageDescriptor } from "@lingui/core";

/** The name and purpose of a product, and its name within a sentence, for several of them. */
export type ProductWords = { name: MessageDescriptor; what: MessageDescriptor; several: MessageDescriptor };
