import { z } from "zod/mini";

/** A value that does not appear in logs, errors or JSON. Only the vault and the adapters call `reveal()`. */
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

/** Parses with `shape` and wraps the value in a Secret. */
export const secret = (shape: z.ZodMiniType<string, string>) =>
  z.pipe(
    shape,
    z.transform((value: string) => new Secret(value)),
  );
