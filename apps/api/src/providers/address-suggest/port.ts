export type AddressSuggestion = { id: string; text: string };

/** An address in the parts we ask for. The country is its two-letter code. */
export type SuggestedAddress = {
  addressLineOne: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
};

/** The suggestions cannot be had just now. A person can always type the address. */
export class SuggestionsUnavailable extends Error {}

/** Completes what a person begins to type. `session` ties the questions of one person at one field together. */
export type AddressSuggest = {
  /** At most five, in the United States and Puerto Rico. */
  suggest(input: string, session: string): Promise<AddressSuggestion[]>;
  /** Null when the place has no street address that we could write to, or is not there any more. */
  resolve(id: string, session: string): Promise<SuggestedAddress | null>;
};
