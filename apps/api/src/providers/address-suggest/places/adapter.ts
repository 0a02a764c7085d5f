import { type AddressSuggest, SuggestionsUnavailable } from "../port.ts";
import { addressFrom, suggestionsFrom } from "./translate.ts";

const timeoutMs = 2_000;

/** Google's Places (New) over its REST interface. The key stays on our side. */
export function placesSuggest(baseUrl: string, apiKey: string): AddressSuggest {
  async function ask(path: string, init: RequestInit, fields: string): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        ...init,
        headers: { "content-type": "application/json", "x-goog-api-key": apiKey, "x-goog-fieldmask": fields },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok && response.status !== 404) throw new Error(`answered ${response.status}`);
      return { status: response.status, body: await response.json() };
    } catch (cause) {
      throw new SuggestionsUnavailable("no answer", { cause });
    }
  }
  return {
    suggest: async (input, sessionToken) => {
      const body = JSON.stringify({
        input,
        sessionToken,
        // A hint, not a fence: somebody from elsewhere is told that we do not serve them there, rather than that they do not exist.
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
