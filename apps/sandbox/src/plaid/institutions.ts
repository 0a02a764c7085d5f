export type Institution = {
  id: string;
  name: string;
  /** With a valid checksum. */
  routing: string;
  color: string;
  /** Has its own sign-in page. */
  isOauth: boolean;
  /** Returns tokenized account numbers instead of the account's own. */
  isTokenizing: boolean;
  isDown: boolean;
};

const bank = (id: string, name: string, routing: string, color: string, rest: Partial<Institution> = {}) => ({
  id,
  name,
  routing,
  color,
  isOauth: false,
  isTokenizing: false,
  isDown: false,
  ...rest,
});

/** Made-up banks. Inlay does not allow links to the last two. */
export const institutions: readonly Institution[] = [
  bank("ins_100001", "First Calm Bank", "091099800", "#0b5d4a"),
  bank("ins_100002", "Harbor Trust", "011099819", "#12467a", { isOauth: true }),
  bank("ins_100003", "Prairie State Credit Union", "071099820", "#8a3b12"),
  bank("ins_100004", "Meridian National Bank", "026099833", "#5b2a86", { isOauth: true, isTokenizing: true }),
  bank("ins_100005", "Copper Ridge Bank", "122199844", "#9a4a1f"),
  bank("ins_100006", "Blue Heron Savings", "053099851", "#0e6f8e"),
  bank("ins_100007", "Summit Business Bank", "102099867", "#33475b"),
  bank("ins_100008", "Lakeshore Community Bank", "075099871", "#1f6b3b"),
  bank("ins_100009", "Granite Falls Bank", "125099886", "#4a4a55"),
  bank("ins_100010", "Quarry Street Bank", "113099898", "#6b4f1d", { isDown: true }),
  bank("ins_129313", "Northgate Digital", "084099804", "#7a1f4b"),
  bank("ins_114126", "Tidewater Online", "051099811", "#245a5a"),
];

export const institutionById = (id: string): Institution | undefined => institutions.find((one) => one.id === id);
