import { VendorUnavailable } from "../vendor-unavailable.ts";

/** A data key as it is stored: encrypted by a master key, which is named beside it. */
export type WrappedKey = { masterKeyId: string; bytes: Buffer };

/**
 * Holds the master keys, which never leave it. `about` says what a data key is for and must be the same when it is unwrapped, so a wrapped key
 * that is moved to another business cannot be unwrapped there.
 */
export type KeyVault = {
  /** The master key that wraps new data keys. */
  masterKeyId: string;
  /** A new data key of 32 bytes. */
  generate(about: string): Promise<{ key: Buffer; wrapped: WrappedKey }>;
  unwrap(wrapped: WrappedKey, about: string): Promise<Buffer>;
  /** Wraps a data key by the current master key instead of the earlier one. */
  rewrap(wrapped: WrappedKey, about: string): Promise<WrappedKey>;
};

/** The vault does not answer. The same call may work later. */
export class KeyVaultUnavailable extends VendorUnavailable {}

/** The vault rejects the call: the master key is unknown or disabled, or the wrapped key is not about this. */
export class KeyVaultRefused extends Error {}
