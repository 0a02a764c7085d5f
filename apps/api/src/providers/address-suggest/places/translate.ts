import { z } from "zod/mini";
import type { AddressSuggestion, SuggestedAddress } from "../port.ts";

const autocompleteAnswer = z.object({
  suggestions: z.optional(
    z.array(
      z.object({
        placePrediction: z.optional(z.object({ placeId: z.string(), text: z.object({ text: z.string() }) })),
      }),
    ),
  ),
});

const placeAnswer = z.object({
  addressComponents: z.optional(
    z.array(z.object({ longText: z.string(), shortText: z.string(), types: z.array(z.string()) })),
  ),
});

export function suggestionsFrom(answer: unknown): AddressSuggestion[] {
  const { suggestions = [] } = z.parse(autocompleteAnswer, answer);
  return suggestions
    .flatMap(({ placePrediction: place }) => (place ? [{ id: place.placeId, text: place.text.text }] : []))
    .slice(0, 5);
}

/** Puerto Rico is a country for the vendor and a state for us. */
export function addressFrom(answer: unknown): SuggestedAddress | null {
  const { addressComponents = [] } = z.parse(placeAnswer, answer);
  const part = (type: string) => addressComponents.find((component) => component.types.includes(type));
  const street = [part("street_number")?.longText, part("route")?.longText].filter(Boolean).join(" ");
  const country = part("country")?.shortText ?? "";
  const city = (part("locality") ?? part("sublocality") ?? part("postal_town"))?.longText ?? "";
  const state = country === "PR" ? "PR" : (part("administrative_area_level_1")?.shortText ?? "");
  if (!part("street_number") || !part("route") || !city) return null;
  return { addressLineOne: street, city, state, zipcode: part("postal_code")?.longText ?? "", country };
}
