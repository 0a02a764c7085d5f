import { type EventKind, eventKinds } from "@inlay/contracts/events/catalog.ts";
import type { HandledBy } from "../db/handled-by.ts";
import type { EventHandlers, WorkflowPart } from "./public.ts";

type Part = Pick<WorkflowPart, "eventHandlers"> & { name: string };

/** The handlers of the slices by kind, in the order of the slices. Refuses to start when a slice handles other events than the table says. */
export function collectHandlers(parts: readonly Part[], handledBy: HandledBy): EventHandlers {
  const handlersOf = <Kind extends EventKind>(kind: Kind) => {
    const handling = parts.filter(({ eventHandlers }) => eventHandlers?.[kind]);
    const [found, listed] = [handling.map(({ name }) => name), handledBy[kind]].map(
      (names) => names.join(", ") || "no slice",
    );
    if (found !== listed) throw new Error(`the event ${kind} is handled by ${found}, and the table says by ${listed}`);
    return [kind, handling.flatMap(({ eventHandlers }) => eventHandlers?.[kind] ?? [])] as const;
  };
  return Object.fromEntries(eventKinds.map(handlersOf)) as unknown as EventHandlers;
}
