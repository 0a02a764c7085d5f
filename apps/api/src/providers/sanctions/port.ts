import { VendorUnavailable } from "../vendor-unavailable.ts";

/** The version of the list that a name was screened against, as evidence for years. */
export type ListVersion = {
  /** The hash of the files as they were read. */
  sha256: string;
  /** When the list was published to us. */
  publishedAt: Date;
  /** The number of entries. */
  entryCount: number;
};

export type NameToScreen = { name: string; kind: "PERSON" | "BUSINESS" };

/** A listed entry that may be meant. */
export type ListedMatch = {
  /** The list's own number of the entry. */
  entryId: string;
  /** The name as listed: the main name, or the closest alias. */
  name: string;
  kind: "PERSON" | "ORGANIZATION" | "VESSEL";
  programs: string[];
  /** The list's remarks: date and place of birth, identity documents. */
  remarks: string | null;
  /** 0 to 1. */
  score: number;
};

/** POSSIBLE_MATCH: a person has to review it. The closest match comes first. */
export type Screened = { list: ListVersion } & (
  | { result: "CLEAR" }
  | { result: "POSSIBLE_MATCH"; score: number; matches: ListedMatch[] }
);

/** There is no list to screen against, so nobody is clear. */
export class ListUnavailable extends VendorUnavailable {}

export type Sanctions = {
  /** Rejects with ListUnavailable. */
  screen(name: NameToScreen): Promise<Screened>;
  /** The list that names are screened against now. Rejects with ListUnavailable. */
  version(): Promise<ListVersion>;
};
