/**
 * Holds the keys that are never in the database. `about` says what the wrapped key is for and must be the same when it is unwrapped, so a
 * wrapped key that is moved to another business cannot be unwrapped there.
 */
export type KeyVault = {
  wrap(key: Buffer, about: string): Promise<Buffer>;
  unwrap(wrapped: Buffer, about: string): Promise<Buffer>;
  /** A keyed fingerprint: equal values have equal fingerprints, and the value cannot be derived from it. */
  fingerprint(value: string, about: string): Promise<Buffer>;
};
