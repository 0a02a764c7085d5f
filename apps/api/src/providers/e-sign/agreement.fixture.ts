import { anAgreement } from "../document-renderer/port.suite.ts";
import type { RenderedDocument } from "../document-renderer/port.ts";
import { typstRenderer } from "../document-renderer/typst/adapter.ts";

/** An agreement of several pages that two people sign. */
export async function renderedAgreement(): Promise<RenderedDocument> {
  const renderer = typstRenderer();
  const agreement = await renderer.render(anAgreement());
  await renderer.close();
  return agreement;
}
