import { z } from "zod";
import { type SettingsOf, sandboxUrl, sharedSecret, text, type VendorConfig } from "../../../environment.ts";

export const zendesk = {
  name: "zendesk",
  title: "Zendesk, help window",
  variables: {
    ZENDESK_SCRIPT_URL: sandboxUrl(
      "/zendesk/ekr/snippet.js",
      "The script of the help window, which the portal loads from the vendor's host.",
    ),
    ZENDESK_ORIGINS: {
      shape: z.string().transform((list) => list.split(",").filter(Boolean)),
      description:
        "Other origins that the help window connects to, comma-separated. The script's own host is always included.",
      sandbox: "",
    },
    ZENDESK_KEY_ID: text("sandbox", "The id of the key that signs a person in."),
    ZENDESK_SECRET: sharedSecret("That key."),
  },
} satisfies VendorConfig;

export type ZendeskSettings = SettingsOf<(typeof zendesk)["variables"]>;
