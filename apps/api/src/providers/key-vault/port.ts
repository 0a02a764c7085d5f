/**
 * Holds the keys that never enter the database. `about` says what the wrapped key is for and must be the same when it is
 * unwrapped, so a wrapped key moved to another business does not open there.
 */
export type KeyVault = {
  wrap(key: Buffer, about: string): Promise<Buffer>;
  unwrap(wrapped: Buffer, about: string): Promise<Buffer>;
  /** A keyed fingerprint: equal values can be found by it, and nothing can be read from it. */
  fingerprint(value: string, about: string): Promise<Buffer>;
};
