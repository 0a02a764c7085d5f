import { fix, type RefusalEntry } from "./entry.ts";

const clockRefused = "The test clock refused: {why}.";

/** The test clock of the sandbox. */
export const clock = {
  CLOCK_RUNNING: {
    status: 409,
    message: clockRefused,
    next: { kind: "WAIT_FOR_EVENT", message: "Try again after clock.advanced.", ref: "clock.advanced" },
  },
  CLOCK_BACKWARDS: { status: 409, message: clockRefused, next: fix("Send a time after context.now.") },
  CLOCK_TOO_FAR: { status: 409, message: clockRefused, next: fix("Send a time up to context.latest.") },
} as const satisfies Record<string, RefusalEntry>;
