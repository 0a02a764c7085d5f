import type { IncomingMessage, ServerResponse } from "node:http";
import helmet, { type HelmetOptions } from "helmet";

/** The headers that helmet sets. They are computed once, because running helmet for every request costs a tenth of the throughput. */
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

/** API answers are not rendered as pages, framed, cached or content-sniffed. */
export const apiHeaders = {
  ...protectiveHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: "no-referrer" },
    hsts: { maxAge: 63_072_000, includeSubDomains: true },
    frameguard: { action: "deny" },
  }),
  "cache-control": "no-store",
};

/** The vendors' origins that the portal's page may load scripts and frames from, and connect to. */
export type VendorOrigins = { scripts: string[]; frames: string[]; connections: string[] };

/** For the portal's page, which the platform's own pages may frame. */
export function pageHeaders(framers: string[], vendors: VendorOrigins, styleHashes: string[]): Record<string, string> {
  const directives = {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...vendors.scripts],
    styleSrc: ["'self'", ...styleHashes.map((hash) => `'sha256-${hash}'`)],
    frameSrc: ["'self'", ...vendors.frames],
    connectSrc: ["'self'", ...vendors.connections],
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
      // X-Frame-Options cannot list several origins and would override frame-ancestors in older browsers.
      frameguard: framers.length > 0 ? false : { action: "deny" },
    }),
    "cache-control": "no-store",
  };
}
