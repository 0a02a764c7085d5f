import path from "node:path";
import { z } from "zod";
import type { VendorConfig } from "../../../environment.ts";

const folder = path.resolve(import.meta.dirname, "../../../../sanctions");

export const listFile = {
  name: "list-file",
  title: "Sanctions list in a file",
  variables: {
    SANCTIONS_LIST_FILE: {
      shape: z.string().min(1),
      description: "The `sdn.csv` of the sanctions list, with its `alt.csv` beside it. Reloaded when it changes.",
      sandbox: path.join(folder, "sdn.csv"),
      production: "the real list; the one that comes with Inlay is fictitious",
    },
  },
} satisfies VendorConfig;
