import { z } from "zod";
import type { VendorConfig } from "../../../environment.ts";

export const localVault = {
  name: "local",
  title: "Key vault in a file",
  variables: {
    KEY_VAULT_FILE: {
      shape: z.string().min(1).optional(),
      description: "The file with the master keys, if `KEY_VAULT_VENDOR` is `local`.",
    },
  },
} satisfies VendorConfig;
