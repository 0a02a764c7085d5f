import { VendorUnavailable } from "../vendor-unavailable.ts";

export type DocumentToRender = {
  /** The template's file name. */
  template: string;
  language: "en" | "es";
  /** Printed at the foot of every page, so that a printed document can be identified. */
  documentId: string;
  version: string;
  /** The creation time in the file. The same document renders to the same bytes at any time. */
  issuedAt: Date;
  /** The template's data. Every text in it is printed literally, whatever characters it has. */
  data: Record<string, unknown>;
};

/** Where a template leaves room for a signer, in points from the upper left corner. Pages are counted from 1. */
export type Place = {
  /** The signer's id from the data. */
  signer: string;
  kind: "SIGNATURE" | "DATE";
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
};

export type RenderedDocument = { pdf: Buffer; sha256: string; pages: number; places: Place[] };

/** The template and the data do not match. A retry would fail again. */
export class RenderingFailed extends Error {}

/** Rendering exceeded the time limit and was ended. */
export class RenderingTimedOut extends VendorUnavailable {}

export type DocumentRenderer = {
  /** Renders a tagged PDF that screen readers can read. Does not block the process. */
  render(document: DocumentToRender): Promise<RenderedDocument>;
  close(): Promise<void>;
};
