import { type UsState, usStates } from "./us-states.ts";

export type AddressParts = {
  addressLineOne: string;
  addressLineTwo: string;
  city: string;
  state: UsState | "";
  zipcode: string;
  country: "United States" | "Puerto Rico";
};

/**
 * Reads the parts of an address typed in one line, such as "2210 Harbor Way, Apt 4, Oakland, CA 94607-1234". It reads from the end: country,
 * ZIP code, state, city, unit. A part that cannot be read is empty, and what is left over is the street.
 */
export function readAddress(text: string): AddressParts {
  const line = trimmed(text);
  const isPuertoRico = /[\s,]puerto rico$/i.test(line);
  const inCountry = cut(line, /[\s,]+(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?|puerto rico)$/i);
  const { rest: beforeZip, found: zipcode } = cut(inCountry.rest, /[\s,]+(\d{5})(?:[-+\s]?\d{4})?$/);
  const { rest: beforeState, state } = cutState(beforeZip, inCountry.rest);
  const { street, city } = cutCity(beforeState, state !== "");
  const { rest: addressLineOne, found: addressLineTwo } = cut(street, unit);
  return {
    addressLineOne,
    addressLineTwo,
    city,
    state: isPuertoRico ? "PR" : state,
    zipcode,
    country: isPuertoRico || state === "PR" ? "Puerto Rico" : "United States",
  };
}

/** Whether the required parts of an address are there. */
export const isWholeAddress = ({ addressLineOne, city, state, zipcode }: AddressPartsTyped): boolean =>
  [addressLineOne, city, state, zipcode].every((part) => part.trim() !== "");
type AddressPartsTyped = Record<"addressLineOne" | "city" | "state" | "zipcode", string>;

const unit = /[\s,]+((?:(?:apt|apartment|unit|suite|ste|floor|fl|room|rm)\b\.?\s*#?\s*|#\s*)[\p{L}\d-]+)$/iu;
const streetWord =
  /^(?:.*\s)?(?:st|street|ave|avenue|rd|road|ln|lane|dr|drive|blvd|boulevard|way|ct|court|pl|place|ter|terrace|row|cir|circle|hwy|highway|pkwy|parkway|sq|square|trl|trail)\.?(?=\s)/i;

const trimmed = (text: string): string => text.replace(/\s+/g, " ").replace(/^[\s,]+|[\s,.]+$/g, "");

/** Cuts the match off the end. `found` is what the expression captures. */
function cut(text: string, end: RegExp): { rest: string; found: string } {
  const match = end.exec(text);
  return match ? { rest: trimmed(text.slice(0, match.index)), found: match[1] ?? "" } : { rest: text, found: "" };
}

/** A code without a comma before it is a state if a ZIP code follows: "12 Park Ct" is a court, not Connecticut. */
function cutState(text: string, withZip: string): { rest: string; state: UsState | "" } {
  const named = cut(text, /,\s*([\p{L} .]+)$/u);
  const byName = stateOf(named.found);
  if (byName) return { rest: named.rest, state: byName };
  const last = cut(text, /\s((?:new|north|south|west|rhode|district of)\s\p{L}+|\p{L}+)$/iu);
  const bySpace = withZip === text ? "" : stateOf(last.found);
  return bySpace ? { rest: last.rest, state: bySpace } : { rest: text, state: "" };
}

/** The city is what stands after the last comma. Without a comma it is what stands after the street's last word, if a state follows. */
function cutCity(text: string, hasState: boolean): { street: string; city: string } {
  const comma = text.lastIndexOf(",");
  const after = trimmed(text.slice(comma + 1));
  if (comma >= 0 && !/\d/.test(after)) return { street: trimmed(text.slice(0, comma)), city: after };
  const street = hasState && comma < 0 ? streetWord.exec(text)?.[0] : undefined;
  const city = street ? trimmed(text.slice(street.length)) : "";
  return street && city && !/[\d#]/.test(city) ? { street, city } : { street: text, city: "" };
}

const stateOf = (word: string): UsState | "" => {
  const plain = word.replaceAll(".", "").trim().toUpperCase();
  return usStates.find((code) => code === plain) ?? stateNames[plain] ?? "";
};

// biome-ignore format: a table of names reads better in rows.
const stateNames: Record<string, UsState> = {
  ALABAMA: "AL", ALASKA: "AK", ARIZONA: "AZ", ARKANSAS: "AR", CALIFORNIA: "CA", COLORADO: "CO", CONNECTICUT: "CT", DELAWARE: "DE",
  FLORIDA: "FL", GEORGIA: "GA", HAWAII: "HI", IDAHO: "ID", ILLINOIS: "IL", INDIANA: "IN", IOWA: "IA", KANSAS: "KS", KENTUCKY: "KY",
  LOUISIANA: "LA", MAINE: "ME", MARYLAND: "MD", MASSACHUSETTS: "MA", MICHIGAN: "MI", MINNESOTA: "MN", MISSISSIPPI: "MS",
  MISSOURI: "MO", MONTANA: "MT", NEBRASKA: "NE", NEVADA: "NV", "NEW HAMPSHIRE": "NH", "NEW JERSEY": "NJ", "NEW MEXICO": "NM",
  "NEW YORK": "NY", "NORTH CAROLINA": "NC", "NORTH DAKOTA": "ND", OHIO: "OH", OKLAHOMA: "OK", OREGON: "OR", PENNSYLVANIA: "PA",
  "RHODE ISLAND": "RI", "SOUTH CAROLINA": "SC", "SOUTH DAKOTA": "SD", TENNESSEE: "TN", TEXAS: "TX", UTAH: "UT", VERMONT: "VT",
  VIRGINIA: "VA", WASHINGTON: "WA", "WEST VIRGINIA": "WV", WISCONSIN: "WI", WYOMING: "WY", "DISTRICT OF COLUMBIA": "DC",
};
