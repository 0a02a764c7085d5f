import type { IncomingMessage, ServerResponse } from "node:http";
import helmet, { type HelmetOptions } from "helmet";

/** What helmet would set on an answer. Asked once, because it never changes; asking it for every request cost a tenth of the throughput. */
export function protectiveHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}

/** For answers of the API: never a page, never framed, never kept, never sniffed. */
export const apiHeaders = {
  ...protectiveHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: "no-referrer" },
    hsts: { maxAge: 63_072_000, includeSubDomains: true },
    frameguard: { action: "deny" },
  }),
  "cache-control": "no-store",
};

/** Whom the portal's page lets in beside ourselves: vendors' scripts, their frames, and where files and messages are sent. */
export type Guests = { scripts: string[]; frames: string[]; connections: string[] };

/** For the portal's page, which the platform's own pages may frame. */
export function pageHeaders(framers: string[], guests: Guests): Record<string, string> {
  const directives = {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...guests.scripts],
    frameSrc: ["'self'", ...guests.frames],
    connectSrc: ["'self'", ...guests.connections],
    imgSrc: ["'self'", "data:", "https:"],
    fontSrc: ["'self'", "https:"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: framers.length > 0 ? framers : ["'none'"],
  };
  return {
    ...protectiveHeaders({
      contentSecurityPolicy: { useDefaults: false, directives },
      referrerPolicy: { policy: "no-referrer" },
      hsts: { maxAge: 63_072_000, includeSubDomains: true },
      crossOriginResourcePolicy: { policy: "cross-origin" },
      // The older header cannot name several origins, and would overrule the list where there is one.
      frameguard: framers.length > 0 ? false : { action: "deny" },
    }),
    "cache-control": "no-store",
  };
}
