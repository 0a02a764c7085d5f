import { z } from "zod";
import { type SettingsOf, sandboxUrl, sharedSecret, type VendorConfig } from "../../../environment.ts";

export const persona = {
  name: "persona",
  title: "Persona, identity checks",
  variables: {
    PERSONA_URL: sandboxUrl("/persona", "The vendor's API."),
    PERSONA_API_KEY: sharedSecret("The API key."),
    PERSONA_TEMPLATE_ID: {
      shape: z.string().startsWith("itmpl_"),
      description: "The inquiry template in the vendor's dashboard, which defines what a person is asked for.",
      sandbox: "itmpl_sandbox",
    },
    PERSONA_WEBHOOK_SECRET: sharedSecret("The secret with which the vendor signs webhooks."),
    PERSONA_FRAME_HOST: {
      shape: z.string().min(1),
      description: "The vendor's host for browsers, without the scheme, which the vendor's library adds itself.",
      sandbox: { at: "sandboxHost", path: "/persona" },
    },
  },
  sandboxVariables: {
    PERSONA_WEBHOOK_URL: {
      shape: z.url().optional(),
      description: "The URL to which the sandbox posts webhooks. Without it the sandbox posts none.",
    },
  },
} satisfies VendorConfig;

export type PersonaSettings = SettingsOf<(typeof persona)["variables"]>;
