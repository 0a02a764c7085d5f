import { z } from "zod";
import { sandboxUrl, type VendorConfig } from "../../../environment.ts";

const port = z.coerce.number().int();

export const sandbox = {
  name: "sandbox",
  title: "Sandbox",
  variables: {
    SANDBOX_URL: sandboxUrl(
      "",
      "The sandbox, which the worker informs about the current time. Not used in production.",
    ),
  },
  sandboxVariables: {
    SANDBOX_PORT: { shape: port, description: "The port of the simulated vendors.", sandbox: "4002" },
    SANDBOX_SMTP_PORT: { shape: port, description: "The port of the simulated mail server.", sandbox: "4025" },
    SANDBOX_DIR: { shape: z.string().optional(), description: "The folder of the sandbox's data." },
  },
} satisfies VendorConfig;
