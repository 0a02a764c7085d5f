import { type SettingsOf, sandboxUrl, sharedSecret, type VendorConfig } from "../../../environment.ts";

export const places = {
  name: "places",
  title: "Google Places, address suggestions",
  variables: {
    PLACES_URL: sandboxUrl("/places", "The vendor's API."),
    PLACES_API_KEY: sharedSecret("The API key. It stays on the server."),
  },
} satisfies VendorConfig;

export type PlacesSettings = SettingsOf<(typeof places)["variables"]>;
