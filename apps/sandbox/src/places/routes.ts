import type { FastifyInstance } from "fastify";
import { type Place, places } from "./streets.ts";

const countries = { US: "United States", PR: "Puerto Rico", CA: "Canada" };
const line = ({ number, short, city, state, country }: Place) =>
  `${number ? `${number} ` : ""}${short}, ${city}, ${country === "PR" ? "" : `${state}, `}${country === "US" ? "USA" : countries[country]}`;
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
const component = (longText: string, shortText: string, type: string) => ({
  longText,
  shortText,
  types: [type, "political"],
  languageCode: "en",
});

/** Words in the input that select a scenario. */
export const placeWords = { fails: "outage", hangs: "slowly" } as const;

/** Google Places (New), for address suggestions. */
export function placesRoutes(app: FastifyInstance): void {
  // "places:autocomplete" contains a colon. It is doubled here because Fastify parses a single colon as a parameter.
  app.post<{ Body: { input?: string } }>("/places/v1/places::autocomplete", async (request, reply) => {
    const input = plain(request.body?.input ?? "");
    const error = (code: number, status: string, message: string) =>
      reply.code(code).send({ error: { code, status, message } });
    if (!request.headers["x-goog-api-key"])
      return error(403, "PERMISSION_DENIED", "The request is missing a valid API key.");
    if (!input) return error(400, "INVALID_ARGUMENT", "Input must not be empty.");
    if (input.includes(placeWords.fails)) return error(503, "UNAVAILABLE", "The service is currently unavailable.");
    if (input.includes(placeWords.hangs)) await new Promise((resolve) => setTimeout(resolve, 10_000));
    const found = places.filter((place) => plain(line(place)).includes(input)).slice(0, 5);
    if (found.length === 0) return {};
    return {
      suggestions: found.map((place) => ({
        placePrediction: {
          place: `places/${place.id}`,
          placeId: place.id,
          text: { text: line(place), matches: [{ endOffset: input.length }] },
        },
      })),
    };
  });

  app.get<{ Params: { id: string } }>("/places/v1/places/:id", async (request, reply) => {
    const place = places.find((one) => one.id === request.params.id);
    if (!place)
      return reply
        .code(404)
        .send({ error: { code: 404, status: "NOT_FOUND", message: "The Place ID is no longer valid." } });
    const { number, street, short, city, state, zipcode, country } = place;
    return {
      addressComponents: [
        ...(number ? [component(number, number, "street_number")] : []),
        component(street, short, "route"),
        component(city, city, "locality"),
        ...(country === "PR" ? [] : [component(state, state, "administrative_area_level_1")]),
        component(countries[country], country, "country"),
        component(zipcode, zipcode, "postal_code"),
      ],
    };
  });
}
