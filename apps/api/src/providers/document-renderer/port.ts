export type DocumentToRender = {
  /** The name of a template, as its file is called. */
  template: string;
  language: "en" | "es";
  /** Printed at the foot of every page, so that a paper in somebody's hand can be told from another. */
  documentId: string;
  version: string;
  /** Stands in the file as the time at which it was made. The same document is the same file, to the byte, whenever it is rendered. */
  issuedAt: Date;
  /** What the template prints. Every text in it is printed as it is, whatever signs it has. */
  data: Record<string, unknown>;
};

/** Where a template leaves room for somebody to write: in points from the upper left corner of the page, which are counted from 1. */
export type Place = {
  /** Who writes there, as the data named them. */
  signer: string;
  kind: "SIGNATURE" | "DATE";
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
};

export type RenderedDocument = { pdf: Buffer; sha256: string; pages: number; places: Place[] };

/** The template and the data do not fit each other. Rendering it again would fail again. */
export class RenderingFailed extends Error {}

/** It took longer than anything of ours should, and was given up. */
export class RenderingTimedOut extends Error {}

export type DocumentRenderer = {
  /** A tagged PDF that a screen reader can read out. Never holds up whatever else the process does. */
  render(document: DocumentToRender): Promise<RenderedDocument>;
  close(): Promise<void>;
};
