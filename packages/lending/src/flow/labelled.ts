/** A code that never changes, with the sentence that a person reads in English. Screens translate by the code. */
export type Labelled<Code extends string = string, Label extends string = string> = {
  readonly code: Code;
  readonly label: Label;
};

/** A closed list of codes with their sentences, looked up by code; its order is the order in which it is written. */
export function labelled<const Labels extends Readonly<Record<string, string>>>(labels: Labels) {
  const entries = Object.entries(labels).map(([code, label]) => [code, { code, label }]);
  return Object.fromEntries(entries) as { readonly [Code in keyof Labels & string]: Labelled<Code, Labels[Code]> };
}
