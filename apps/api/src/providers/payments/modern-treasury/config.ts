import { type Book, books } from "@inlay/lending/ledger/accounts.ts";
import { z } from "zod";
import {
  type SettingsOf,
  sandboxUrl,
  sharedSecret,
  timeoutMs,
  type VendorConfig,
  webhookUrl,
} from "../../../environment.ts";

export const modernTreasury = {
  name: "modern-treasury",
  title: "Modern Treasury, payments",
  variables: {
    MODERN_TREASURY_URL: sandboxUrl("/modern-treasury", "The processor's API."),
    MODERN_TREASURY_ORGANIZATION_ID: {
      shape: z.string(),
      description: "Our organization's id at the processor.",
      sandbox: "sandbox",
    },
    MODERN_TREASURY_API_KEY: sharedSecret("The API key."),
    MODERN_TREASURY_WEBHOOK_KEY: sharedSecret("The key with which the processor signs webhooks."),
    MODERN_TREASURY_ACCOUNTS: {
      shape: z
        .string()
        .transform((list) => Object.fromEntries(list.split(",").map((pair) => pair.split("="))))
        .pipe(z.record(z.enum(books), z.uuid("the processor's id of the account, for every book")))
        .transform((accounts): Record<Book, string> => accounts),
      description: `The processor's id of the bank account of each ledger book, comma-separated: ${books.map((book) => `${book}=…`).join(",")}`,
      sandbox: books.map((book, n) => `${book}=0d000000-0000-4000-8000-00000000000${n + 1}`).join(","),
    },
    MODERN_TREASURY_TIMEOUT_MS: timeoutMs(10_000, "The timeout of a request."),
  },
  sandboxVariables: {
    MODERN_TREASURY_WEBHOOK_URL: webhookUrl("payments", "The URL to which the sandbox posts webhooks."),
  },
} satisfies VendorConfig;

export type ModernTreasurySettings = SettingsOf<(typeof modernTreasury)["variables"]>;
