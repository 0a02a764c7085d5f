import { Suspense } from "react";
import { withTexts } from "../shared/language/language.ts";
import { LoadBoundary } from "../shared/page/load-boundary.tsx";
import { onDemand } from "../shared/page/on-demand.tsx";

/** The page of the notices, with its texts. */
export const NoticePage = onDemand(() =>
  withTexts("notices", async () => (await import("./notice-page.tsx")).NoticePage),
);

const Own = onDemand(() => withTexts("notices", async () => (await import("./own-notices.tsx")).OwnNotices));

const Nothing = () => null;

/** The notices for this person, on a page that is shown without waiting for them. They come by email, too, so the page is also shown without them. */
export const OwnNotices = () => (
  <LoadBoundary fallback={Nothing}>
    <Suspense fallback={null}>
      <Own />
    </Suspense>
  </LoadBoundary>
);
