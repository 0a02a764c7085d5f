import type { Answer } from "@inlay/contracts/call.ts";
import type { initializeIdentityInquiry } from "@inlay/contracts/calls/offers.ts";
import { useLingui } from "@lingui/react/macro";
import { setupEvents, setupIframe } from "persona";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useWords } from "../../shared/language/words.ts";
import { VendorFrame } from "./vendor-frame.tsx";

/** How the check ended in the frame. It is a hint: the server reads the result from the vendor. */
export type IdentityEnd = "COMPLETED" | "FAILED" | "CANCELLED" | "BROKEN";

/** What the library wants to be told is not used. Its types say `undefined`, its description says null. */
const unused = { onEvent: null, templateId: null, templateVersionId: null, eventsAllowlist: null } as unknown as {
  onEvent: () => void;
  templateId: string;
  templateVersionId: string;
  eventsAllowlist: "all";
};

type IdentityFrameProps = {
  inquiry: Answer<typeof initializeIdentityInquiry>;
  onEnd: (end: IdentityEnd) => void;
};

/** The vendor's identity check, in a frame of 390 × 844 px. */
export function IdentityFrame({ inquiry, onEnd }: IdentityFrameProps) {
  const { t } = useLingui();
  const { language } = useWords();
  const frame = useRef<HTMLIFrameElement>(null);
  const containerId = useId();
  const [isLoaded, setLoaded] = useState(false);
  const end = useEffectEvent(onEnd);
  const title = t`Identity check`;
  const { inquiryId, sessionToken, frameHost: host } = inquiry;

  // The language of an open check stays as it is, because the vendor's page would begin again.
  const show = useEffectEvent((iframe: HTMLIFrameElement) =>
    setupIframe(iframe, containerId, "inline", {
      inquiryId,
      sessionToken,
      host,
      language,
      iframeTitle: title,
      messageTargetOrigin: window.location.origin,
      frameAncestors: framingOrigins(),
    }),
  );
  useEffect(() => {
    const stop = setupEvents(containerId, {
      ...unused,
      onLoad: () => setLoaded(true),
      onReady: () => setLoaded(true),
      onComplete: ({ status }) => end(status === "failed" ? "FAILED" : "COMPLETED"),
      onCancel: () => end("CANCELLED"),
      onError: () => end("BROKEN"),
      host,
    });
    if (frame.current) show(frame.current);
    return stop;
  }, [host, containerId]);

  return (
    <VendorFrame
      width="IDENTITY"
      isLoaded={isLoaded}
      loading={t`Opening the identity check…`}
      onTimeout={() => onEnd("BROKEN")}
    >
      <iframe ref={frame} title={title} />
    </VendorFrame>
  );
}

/** The pages around the vendor's frame: this one, and the platform's. Firefox names only the one that framed this page. */
function framingOrigins(): string[] {
  const { origin, ancestorOrigins } = window.location;
  const framedBy = document.referrer && window.parent !== window ? [new URL(document.referrer).origin] : [];
  return [...new Set([origin, ...(ancestorOrigins ?? framedBy)])];
}
