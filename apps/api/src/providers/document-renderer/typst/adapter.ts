import path from "node:path";
import { Worker } from "node:worker_threads";
import { type DocumentRenderer, type RenderedDocument, RenderingFailed, RenderingTimedOut } from "../port.ts";
import type { Answer, Question } from "./worker.ts";

type Settings = { templates: string; timeoutMs: number };

const ours: Settings = {
  templates: path.resolve(import.meta.dirname, "../../../documents/templates"),
  // Far above what our documents take, even on a busy machine.
  timeoutMs: 20_000,
};

type Waiting = { question: Question; resolve(rendered: RenderedDocument): void; reject(error: Error): void };

/**
 * Typst renders in a worker thread, because a long document takes longer than a request may block. It renders one document at a time. A
 * document that exceeds the time limit ends the thread, and the next document gets a new one. The thread starts with the first document.
 */
export function typstRenderer({ templates, timeoutMs }: Settings = ours): DocumentRenderer {
  const waiting: Waiting[] = [];
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null;
  let worker: Worker | null = null;
  let asked = 0;

  const settle = (outcome: (one: Waiting) => void) => {
    if (!current) return;
    const { timer, ...one } = current;
    clearTimeout(timer);
    current = null;
    outcome(one);
    next();
  };
  const dismiss = () => {
    void worker?.terminate();
    worker = null;
  };
  const hired = (): Worker => {
    if (worker) return worker;
    const fresh = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { templates } });
    fresh.on("message", (answer: Answer) => {
      if (current?.question.id !== answer.id) return;
      settle(({ resolve, reject }) => {
        if ("why" in answer) return reject(new RenderingFailed(answer.why));
        // A message from the thread carries a Uint8Array instead of a Buffer.
        resolve({ ...answer.rendered, pdf: Buffer.from(answer.rendered.pdf) });
      });
    });
    fresh.on("error", (cause) => {
      if (worker !== fresh) return;
      worker = null;
      settle(({ reject }) => reject(new RenderingFailed("the render thread failed", { cause })));
    });
    // The listener alone must not keep the process alive. A document in progress does, by its timer.
    fresh.unref();
    worker = fresh;
    return fresh;
  };
  const next = () => {
    const one = current ? undefined : waiting.shift();
    if (!one) return;
    const timer = setTimeout(() => {
      dismiss();
      settle(({ reject }) => reject(new RenderingTimedOut(`not rendered within ${timeoutMs} ms`)));
    }, timeoutMs);
    current = { ...one, timer };
    hired().postMessage(one.question);
  };

  return {
    render: (document) =>
      new Promise((resolve, reject) => {
        waiting.push({ question: { id: asked++, document }, resolve, reject });
        next();
      }),
    close: async () => {
      for (const { reject } of waiting.splice(0)) reject(new RenderingFailed("the renderer is closed"));
      await worker?.terminate();
      worker = null;
      settle(({ reject }) => reject(new RenderingFailed("the renderer is closed")));
    },
  };
}
