import type { Call } from "@inlay/contracts/call.ts";
import { ApiError } from "../api/api.ts";

/** What a change replaces and by what, in the words of the screen that causes it. */
export type ChangeRow = { label: string; value: string };

/** A code that was sent and still works, so that a dialog that is opened again does not send another. */
export type SentCode = { method: "SMS" | "EMAIL"; challengeId: string; sentTo: string; worksUntil: number };

/** A request that waits until the person has confirmed that it is them. */
export type StepUpRequest = {
  change: readonly ChangeRow[] | null;
  /** Every owner is told about a change of accounts, and not about a change of the methods or a signature. */
  tellsOwners: boolean;
};

export type StepUp = {
  /** Null while no request waits. */
  state: () => StepUpRequest | null;
  subscribe: (onEvent: () => void) => () => void;
  /** Runs a request. If the server refuses it until a step-up, the person is asked, and the request is sent again. */
  around: <T>(call: Call, send: () => Promise<T>) => Promise<T>;
  /** Ends the question: the person has confirmed, or has closed it. */
  settle: (isConfirmed: boolean) => void;
  /** Sets what the open screen changes. Returns the function that takes it back. */
  describe: (change: readonly ChangeRow[]) => () => void;
  sentCode: (method: SentCode["method"]) => SentCode | null;
  rememberCode: (code: SentCode | null) => void;
};

export function createStepUp(): StepUp {
  const listeners = new Set<() => void>();
  let described: readonly ChangeRow[] | null = null;
  let sent: SentCode | null = null;
  let open: { request: StepUpRequest; answer: PromiseWithResolvers<boolean> } | null = null;

  const tell = () => {
    for (const onEvent of listeners) onEvent();
  };
  /** Requests that are refused at the same time wait for the same answer. */
  const ask = (call: Call): Promise<boolean> => {
    if (!open) {
      const tellsOwners = isAboutAccounts(call, described !== null);
      open = { request: { change: tellsOwners ? described : null, tellsOwners }, answer: Promise.withResolvers() };
      tell();
    }
    return open.answer.promise;
  };

  return {
    state: () => open?.request ?? null,
    subscribe: (onEvent) => {
      listeners.add(onEvent);
      return () => void listeners.delete(onEvent);
    },
    around: async (call, send) => {
      for (;;) {
        try {
          return await send();
        } catch (error) {
          const isNeeded = error instanceof ApiError && error.code === "STEP_UP_REQUIRED";
          if (!isNeeded || !(await ask(call))) throw error;
        }
      }
    },
    settle: (isConfirmed) => {
      const settled = open;
      open = null;
      if (isConfirmed) sent = null;
      tell();
      settled?.answer.resolve(isConfirmed);
    },
    describe: (change) => {
      described = change;
      return () => {
        if (described === change) described = null;
      };
    },
    sentCode: (method) => (sent?.method === method && sent.worksUntil > Date.now() ? sent : null),
    rememberCode: (code) => {
      sent = code;
    },
  };
}

/** Offers ask for a step-up before the choice of an account, which its screen describes, and before a phone number is taken or signed. */
const isAboutAccounts = ({ slice }: Call, isDescribed: boolean): boolean =>
  slice === "offers" ? isDescribed : slice !== "people" && slice !== "disclosures";
