import path from "node:path";
import { Worker } from "node:worker_threads";
import { type DocumentRenderer, type RenderedDocument, RenderingFailed, RenderingTimedOut } from "../port.ts";
import type { Answer, Question } from "./worker.ts";

type Settings = { templates: string; timeoutMs: number };

const ours: Settings = {
  templates: path.resolve(import.meta.dirname, "../../../documents/templates"),
  // Far above what anything of ours takes, also on a busy machine.
  timeoutMs: 5_000,
};

type Waiting = { question: Question; resolve(rendered: RenderedDocument): void; reject(error: Error): void };

/**
 * Typst sets the pages, in a thread of its own: a long document takes longer than a request may be kept waiting. One at a time; a
 * document that takes too long costs the thread, and the next one gets a new one. The thread begins with the first document.
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
        // What came over from the thread is no longer a Buffer.
        resolve({ ...answer.rendered, pdf: Buffer.from(answer.rendered.pdf) });
      });
    });
    fresh.on("error", (cause) => {
      if (worker !== fresh) return;
      worker = null;
      settle(({ reject }) => reject(new RenderingFailed("the renderer broke down", { cause })));
    });
    // Listening holds the process; only a document under way does, by its timer.
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
      for (const { reject } of waiting.splice(0)) reject(new RenderingFailed("closed"));
      await worker?.terminate();
      worker = null;
      settle(({ reject }) => reject(new RenderingFailed("closed")));
    },
  };
}
