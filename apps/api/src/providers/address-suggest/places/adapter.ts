import { type AddressSuggest, SuggestionsUnavailable } from "../port.ts";
import type { PlacesSettings } from "./config.ts";
import { addressFrom, suggestionsFrom } from "./translate.ts";

/** Google Places (New) over its REST interface. The API key stays on the server. */
export function placesSuggest(settings: PlacesSettings, timeoutMs = 2_000): AddressSuggest {
  async function ask(path: string, init: RequestInit, fields: string): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${settings.PLACES_URL}${path}`, {
        ...init,
        headers: {
          "content-type": "application/json",
          "x-goog-api-key": settings.PLACES_API_KEY,
          "x-goog-fieldmask": fields,
        },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok && response.status !== 404) throw new Error(`the vendor answered ${response.status}`);
      return { status: response.status, body: await response.json() };
    } catch (cause) {
      throw new SuggestionsUnavailable("the vendor did not answer", { cause });
    }
  }
  return {
    suggest: async (input, sessionToken) => {
      const body = JSON.stringify({
        input,
        sessionToken,
        // The region is a bias, not a filter: an address elsewhere is still suggested, and the person learns that it is not served.
        regionCode: "us",
        includedPrimaryTypes: ["street_address", "premise", "subpremise"],
      });
      const fields = "suggestions.placePrediction.placeId,suggestions.placePrediction.text.text";
      return suggestionsFrom((await ask("/v1/places:autocomplete", { method: "POST", body }, fields)).body);
    },
    resolve: async (id, sessionToken) => {
      const query = new URLSearchParams({ sessionToken });
      const { status, body } = await ask(
        `/v1/places/${encodeURIComponent(id)}?${query}`,
        { method: "GET" },
        "addressComponents",
      );
      return status === 404 ? null : addressFrom(body);
    },
  };
}
