import { anAgreement } from "../document-renderer/port.suite.ts";
import type { RenderedDocument } from "../document-renderer/port.ts";
import { typstRenderer } from "../document-renderer/typst/adapter.ts";

/** An agreement of several pages that two people sign, each at one place of its first part. */
export async function renderedAgreement(): Promise<RenderedDocument> {
  const renderer = typstRenderer();
  const agreement = await renderer.render(anAgreement());
  await renderer.close();
  const first = agreement.places[0]?.page;
  return { ...agreement, places: agreement.places.filter(({ page }) => page === first) };
}
