import type { Scenario } from "../world/ground.ts";

/** How the ids of keys begin, after `key/`. */
export const keyNames = { exists: "inlay-", disabled: "disabled-" };

export const scenarios: readonly Scenario[] = [
  { value: `a key \`arn:aws:kms:…:key/${keyNames.exists}…\``, happens: "Exists and is enabled." },
  { value: `a key \`arn:aws:kms:…:key/${keyNames.disabled}…\``, happens: "Is refused with DisabledException." },
  { value: "any other key", happens: "Is refused with NotFoundException." },
  {
    value: "another key or encryption context than at the encryption",
    happens: "Is refused with IncorrectKeyException or InvalidCiphertextException.",
  },
];
