type KeysOf<Parts> = Parts extends readonly [infer First, ...infer Rest] ? keyof First | KeysOf<Rest> : never;
type Repeated<Parts> = Parts extends readonly [infer First, ...infer Rest]
  ? (keyof First & KeysOf<Rest>) | Repeated<Rest>
  : never;
type Merged<Parts> = Parts extends readonly [infer First, ...infer Rest] ? First & Merged<Rest> : unknown;

/** Merges objects that have no key in common. A key that is in two of them does not compile. */
export const mergeDistinct = <const Parts extends readonly object[]>(
  ...parts: [Repeated<Parts>] extends [never] ? Parts : [{ repeatedKeys: Repeated<Parts> }]
): Merged<Parts> => Object.assign({}, ...parts);
