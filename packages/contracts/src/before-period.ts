/**
 * A name or a time as it stands before the period that ends a sentence. One that ends with a period itself, such as "Larkspur Inc." or
 * "3:17 p.m.", gives it up, so that the sentence ends with one.
 */
export const beforePeriod = (text: string): string => text.replace(/\.$/, "");
