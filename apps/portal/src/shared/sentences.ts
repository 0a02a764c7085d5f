import type { PortalErrorBody } from "@inlay/contracts/errors.ts";

/**
 * Sentences that are not written in a screen: what a shape says of a field, and what the server refuses with. A field's
 * English sentence is its own name; a refusal goes by its code, because the server has filled its sentence already.
 */
export type Sentences = {
  field: (english: string) => string;
  refusal: (code: PortalErrorBody["code"], english: string) => string;
};

export const englishSentences: Sentences = { field: (english) => english, refusal: (_, english) => english };
