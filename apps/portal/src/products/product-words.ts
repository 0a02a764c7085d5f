import type { MessageDescriptor } from "@lingui/core";

/** The name and purpose of a product. */
export type ProductWords = { name: MessageDescriptor; what: MessageDescriptor };
