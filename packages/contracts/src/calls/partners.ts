import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { supportHours } from "../platform-settings.ts";
import { signInPage, styles } from "../theme/style-configuration.ts";

export const findPlatform = call({
  method: "GET",
  path: "/api/public/v1/platforms",
  audience: "portal",
  slice: "partners",
  action: "platform.introduce",
  summary: "Reads the platform and the theme of a sign-in page, before sign-in.",
  query: z.strictObject({
    page: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
    /** A domain to use instead of the page's own; ignored unless our operators listed it. */
    overrideDirectDomain: z.optional(z.string().check(z.maxLength(260))),
    /** The platform of the page, if it has no domain. */
    platformId: z.optional(uuid),
  }),
  answer: z.object({
    platformId: uuid,
    /** The domain that the page was resolved to, or the id of a platform without one; requests for a sign-in code send it. */
    signInDomain: z.string(),
    /** Whether the platform's users sign in on this page. Otherwise the platform's own pages sign them in, and only co-owners come here. */
    isForCoOwnersOnly: z.boolean(),
    platformName: z.string(),
    platformProgramName: z.string(),
    openEnrollmentEnabled: z.boolean(),
    supportEmail: z.string(),
    supportPhone: z.nullable(z.string()),
    supportHours: z.nullable(supportHours),
    lenderName: z.string(),
    licenseLine: z.string(),
    styles,
    signInPage,
  }),
});
