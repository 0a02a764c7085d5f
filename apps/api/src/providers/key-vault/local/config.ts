import { z } from "zod";
import type { VendorConfig } from "../../../environment.ts";

export const localVault = {
  name: "local",
  title: "Key vault in a file",
  variables: {
    KEY_VAULT_FILE: {
      shape: z.string(),
      description: "The file with the master keys. It is created if it is missing.",
    },
  },
} satisfies VendorConfig;
