import { z } from "zod/mini";

/** A value that does not appear in logs, errors or JSON. `reveal()` belongs to the vault and to adapters alone. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  last4(): string {
    return this.#value.slice(-4);
  }
  toJSON(): string {
    return "[secret]";
  }
  toString(): string {
    return "[secret]";
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}

/** Parses with `shape`, then hides the value from that moment on. */
export const secret = (shape: z.ZodMiniType<string, string>) =>
  z.pipe(
    shape,
    z.transform((value: string) => new Secret(value)),
  );
