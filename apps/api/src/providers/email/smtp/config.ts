import { z } from "zod";
import type { VendorConfig } from "../../../environment.ts";

export const smtp = {
  name: "smtp",
  title: "SMTP, email",
  variables: {
    SMTP_URL: {
      shape: z.string().startsWith("smtp"),
      description: "The mail server, with user and password if it needs them.",
      sandbox: { at: "smtp", path: "" },
      production: "the mail server that sends to people",
      secretLength: 8,
    },
    EMAIL_FROM: { shape: z.email(), description: "The sender address.", sandbox: "no-reply@inlay.example" },
  },
} satisfies VendorConfig;
