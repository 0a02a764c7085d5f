import type { PortalErrorBody } from "@inlay/contracts/errors.ts";

/**
 * Texts that no screen contains: validation messages of fields and refusals of the server. A validation message is keyed by its English
 * text; a refusal is keyed by its code, because the server has already filled in its values.
 */
export type Sentences = {
  field: (english: string) => string;
  refusal: (code: PortalErrorBody["code"], english: string) => string;
};

export const englishSentences: Sentences = { field: (english) => english, refusal: (_, english) => english };
