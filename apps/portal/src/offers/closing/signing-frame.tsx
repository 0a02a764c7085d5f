import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { VendorFrame } from "./vendor-frame.tsx";

type SigningFrameProps = {
  url: string;
  /** The name of the document. */
  title: string;
  /** Its messages are only hints: the server reads from the vendor who has signed. */
  onEnd: (end: "SIGNED" | "FAILED") => void;
};

/** The vendor's page where a document is read and signed, in a frame of 780 × 844 px. */
export function SigningFrame({ url, title, onEnd }: SigningFrameProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<{ type?: string } | null>) => {
      if (origin !== new URL(url).origin || source !== frame.current?.contentWindow) return;
      if (data?.type?.startsWith("session_view.document.")) setLoaded(true);
      if (data?.type === "session_view.document.completed") end("SIGNED");
      if (data?.type === "session_view.document.exception" || data?.type === "session_view.document.not.found")
        end("FAILED");
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [url]);
  return (
    <VendorFrame
      width="SIGNING"
      isLoaded={isLoaded}
      loading={t`Opening the document…`}
      onTimeout={() => onEnd("FAILED")}
    >
      <iframe ref={frame} src={url} title={title} />
    </VendorFrame>
  );
}
