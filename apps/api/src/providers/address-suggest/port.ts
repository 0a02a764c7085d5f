import { VendorUnavailable } from "../vendor-unavailable.ts";

export type AddressSuggestion = { id: string; text: string };

/** An address in the parts that our forms have. The country is its two-letter code. */
export type SuggestedAddress = {
  addressLineOne: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
};

/** Suggestions are unavailable now. A person can always type the address. */
export class SuggestionsUnavailable extends VendorUnavailable {}

/** Completes an address while a person types. `session` groups the requests of one person at one field. */
export type AddressSuggest = {
  /** At most five, in the United States and Puerto Rico. */
  suggest(input: string, session: string): Promise<AddressSuggestion[]>;
  /** Null when the place has no street address or does not exist any more. */
  resolve(id: string, session: string): Promise<SuggestedAddress | null>;
};
