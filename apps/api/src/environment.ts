import { z } from "zod";

/** The addresses of a development machine, or of a test, from which the sandbox values of variables are made. */
export type Addresses = {
  api: string;
  sandbox: string;
  /** The sandbox for browsers, without the scheme. */
  sandboxHost: string;
  smtp: string;
  clamd: string;
};

/** A value that begins with one of the addresses. */
type AddressedValue = { at: keyof Addresses; path: string };

/** One environment variable, declared once: what it must look like, what it is for, and its value outside production. */
export type Variable<Shape extends z.ZodType = z.ZodType> = {
  shape: Shape;
  description: string;
  /** The value for the sandbox, which is also the default. Without it a variable has no default. */
  sandbox?: string | AddressedValue;
  /** Says what production needs instead of the sandbox's value, which it refuses. */
  production?: string;
  /** A secret, or the URL with a password, whose least length in production this is. */
  secretLength?: number;
};
export type Variables = Record<string, Variable>;

/** The settings that are read from the variables. */
export type SettingsOf<V extends Variables> = { [Name in keyof V]: z.output<V[Name]["shape"]> };

/** The variables of one vendor. */
export type VendorConfig = {
  /** The name of the adapter's folder, and of the vendor in the sandbox. */
  name: string;
  /** The vendor's name for people, and the job that it does. */
  title: string;
  variables: Variables;
  /** What only the sandbox reads. A real vendor is told in its own dashboard. */
  sandboxVariables?: Variables;
};

/** Where `npm run dev` has its services unless told otherwise. */
export const defaultAddresses: Addresses = {
  api: "http://127.0.0.1:4000",
  sandbox: "http://127.0.0.1:4002",
  sandboxHost: "localhost:4002",
  smtp: "smtp://127.0.0.1:4025",
  clamd: "127.0.0.1:4027",
};

/** The value outside production; undefined if the variable has none. */
export const sandboxValue = ({ sandbox }: Variable, at: Addresses = defaultAddresses): string | undefined =>
  typeof sandbox === "object" ? `${at[sandbox.at]}${sandbox.path}` : sandbox;

/** The values of the variables that begin with one of the given addresses. The others keep their defaults. */
export const valuesAt = (variables: Variables, at: Partial<Addresses>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, { sandbox }]) =>
      typeof sandbox === "object" && at[sandbox.at] !== undefined ? [[name, `${at[sandbox.at]}${sandbox.path}`]] : [],
    ),
  );

/** Reads variables with their defaults. */
export function readVariables<V extends Variables>(
  variables: V,
  env: Record<string, string | undefined>,
): z.ZodSafeParseResult<SettingsOf<V>> {
  const shape = Object.entries(variables).map(([name, variable]) => {
    const value = sandboxValue(variable);
    return [name, value === undefined ? variable.shape : variable.shape.prefault(value)] as const;
  });
  return z.object(Object.fromEntries(shape)).safeParse(env) as z.ZodSafeParseResult<SettingsOf<V>>;
}

/** Values that are public because they are in documentation, examples and tests. */
const publicSecrets = ["sandbox", "inlay", "postgres", "test", "secret", "password", "changeme"];

/** Why production refuses the value of a variable; null if it does not. The reason never contains the value. */
export function whyNotInProduction(variable: Variable, value: string | undefined): string | null {
  const { production, secretLength } = variable;
  if (production !== undefined && (value ?? sandboxValue(variable)) === sandboxValue(variable)) return production;
  if (secretLength === undefined || value === undefined) return null;
  const secret = /^\w+:\/\//.test(value) ? passwordIn(value) : value;
  if (secret === null) return null;
  if (publicSecrets.includes(secret)) return "a secret that is not public";
  return secret.length < secretLength ? `a secret of at least ${secretLength} characters` : null;
}

/** The password in a URL. Null if there is none: a client may authenticate by certificate. */
const passwordIn = (url: string): string | null => decodeURIComponent(new URL(url).password) || null;

// The kinds of variables that most vendors have.

/** A part of the sandbox, at its own path. */
export const sandboxUrl = (path: "" | `/${string}`, description: string) => ({
  shape: z.url(),
  description,
  sandbox: { at: "sandbox", path } as const,
});

/** Where the vendor of a job posts its webhooks. */
export const webhookUrl = (job: string, description: string) => ({
  shape: z.url(),
  description,
  sandbox: { at: "api", path: `/api/vendors/${job}/webhooks` } as const,
});

export const text = (sandbox: string, description: string) => ({ shape: z.string().min(1), description, sandbox });

/** A secret that is shared with a vendor. The sandbox's is public, so production refuses it. */
export const sharedSecret = (description: string, secretLength = 16) => ({
  shape: z.string().min(1),
  description,
  sandbox: "sandbox",
  production: "what only the vendor and the servers know",
  secretLength,
});

/** A secret of the servers for one purpose. */
export const serverSecret = (purpose: string) => ({
  shape: z.string().min(32, "at least 32 characters that only the servers know"),
  description: `At least 32 characters that only the servers know. ${purpose}`,
  secretLength: 32,
});

export const timeoutMs = (sandbox: number, description: string, max = 60_000) => ({
  shape: z.coerce.number().int().min(100).max(max),
  description,
  sandbox: String(sandbox),
});
