/** A stable code and its English label. Screens translate by the code. */
export type Labeled<Code extends string = string, Label extends string = string> = {
  readonly code: Code;
  readonly label: Label;
};

/** A closed list of codes with their labels, looked up by code, in the order in which it is written. */
export function labeled<const Labels extends Readonly<Record<string, string>>>(labels: Labels) {
  const entries = Object.entries(labels).map(([code, label]) => [code, { code, label }]);
  return Object.fromEntries(entries) as { readonly [Code in keyof Labels & string]: Labeled<Code, Labels[Code]> };
}
