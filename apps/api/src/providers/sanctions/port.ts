/** Which list a name was held against, so that it can be said years later. */
export type ListVersion = {
  /** Of the files as they were read. */
  sha256: string;
  /** When the list was put where we read it. */
  publishedAt: Date;
  /** How many people and things stand on it. */
  entryCount: number;
};

export type NameToScreen = { name: string; kind: "PERSON" | "BUSINESS" };

/** Somebody on the list who may be meant. */
export type ListedMatch = {
  /** The list's own number for the entry. */
  entryId: string;
  /** As the list writes it: the name, or the alias that came closest. */
  name: string;
  kind: "PERSON" | "ORGANIZATION" | "VESSEL";
  programs: string[];
  /** What the list says besides: when and where born, under which papers. */
  remarks: string | null;
  /** 0 to 1. */
  score: number;
};

/** POSSIBLE_MATCH: a person has to look. The closest come first. */
export type Screened = { list: ListVersion } & (
  | { result: "CLEAR" }
  | { result: "POSSIBLE_MATCH"; score: number; matches: ListedMatch[] }
);

/** There is no list to hold a name against. Nobody is clear then. */
export class ListUnavailable extends Error {}

export type Sanctions = {
  /** Rejects with ListUnavailable. */
  screen(name: NameToScreen): Promise<Screened>;
};
