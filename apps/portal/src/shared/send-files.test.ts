import type { Call } from "@inlay/contracts/call.ts";
import { describe, expect, it } from "vitest";
import { type Means, type SentFile, sendFiles, sortOut, type UploadFolder, type UploadState } from "./send-files.ts";

const folder: UploadFolder = { documentType: "BANK_STATEMENT", folder: "bank-statements", most: 3 };
const pdf = (name: string, bytes = 4) => new File([new Uint8Array(bytes)], name, { type: "application/pdf" });
const documentId = "0d000000-0000-7000-8000-000000000001";

/** A server and a store that answer as they are told, and everything that the screen was told meanwhile. */
function world(changes: { statuses?: object[]; put?: Means["put"]; request?: () => Promise<never> } = {}) {
  const states: UploadState[] = [];
  const asked: string[] = [];
  const files: Record<string, Partial<SentFile>[]> = {};
  const troubles: unknown[] = [];
  const statuses = [...(changes.statuses ?? [{ status: "READY" }])];
  const answer = async ({ path }: Call, parts: { body?: { files: { id: string }[] } }) => {
    asked.push(path);
    if (path.endsWith("/document-upload-urls")) {
      if (changes.request) return changes.request();
      const documentUploadUrl = { uploadUrl: "https://store.example/put", downloadUrl: "https://us.example/1" };
      return { files: parts.body?.files.map(({ id }) => ({ id, documentId, documentUploadUrl })) };
    }
    return path.endsWith("/uploaded") ? {} : statuses.length > 1 ? statuses.shift() : statuses[0];
  };
  const means: Means = {
    ask: answer as unknown as Means["ask"],
    put: changes.put ?? (async (_url, _file, onProgress) => onProgress(0.5)),
    fingerprint: async () => undefined,
    pause: async () => {},
  };
  const send = (chosen: File[]) =>
    sendFiles(
      chosen.map((file) => ({ id: file.name, file })),
      folder,
      means,
      {
        state: (state) => states.push(state),
        file: (id, change) => {
          files[id] = [...(files[id] ?? []), change];
        },
        trouble: (error) => troubles.push(error),
      },
    );
  return {
    states,
    asked,
    files,
    troubles,
    send,
    endOf: (id: string) => Object.assign({}, ...(files[id] ?? [])) as SentFile,
  };
}

describe("a file that was chosen", () => {
  it("is sent through exactly three states, and known by its address afterwards", async () => {
    const { states, send, endOf, files } = world();
    await send([pdf("a.pdf")]);
    expect(states).toEqual(["FETCHING_SIGNED_URL", "UPLOADING_FILE", "IDLE"]);
    expect(endOf("a.pdf")).toMatchObject({ stage: "READY", fileUrl: "https://us.example/1", progress: 1 });
    expect(files["a.pdf"]?.map(({ progress }) => progress).filter((share) => share !== undefined)).toEqual([0.5, 1]);
  });

  it("waits for what we find in it, and says how it was rejected", async () => {
    const statuses = [{ status: "SCANNING" }, { status: "REJECTED", rejectionReason: "WRONG_FILE_TYPE" }];
    const { send, endOf } = world({ statuses });
    await send([pdf("a.pdf")]);
    expect(endOf("a.pdf")).toMatchObject({ stage: "REJECTED", rejection: "WRONG_FILE_TYPE" });
  });

  it("does not keep a person waiting when nobody looks at it: it has arrived", async () => {
    const { send, endOf, states } = world({ statuses: [{ status: "SCANNING" }] });
    await send([pdf("a.pdf")]);
    expect(endOf("a.pdf")).toMatchObject({ stage: "CHECKING" });
    expect(states.at(-1)).toBe("IDLE");
  });

  it("that cannot be sent fails alone, and is not confirmed", async () => {
    const put: Means["put"] = async (_url, file) => {
      if (file.name === "bad.pdf") throw new Error("the line broke");
    };
    const { send, endOf, troubles, asked } = world({ put });
    await send([pdf("bad.pdf"), pdf("good.pdf")]);
    expect([endOf("bad.pdf").stage, endOf("good.pdf").stage]).toEqual(["REJECTED", "READY"]);
    expect(endOf("bad.pdf").rejection).toBe("GENERIC_ERROR");
    expect(troubles).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith("/uploaded"))).toHaveLength(1);
  });

  it("gets no place when the server gives none, and the area is open again", async () => {
    const { send, endOf, states, troubles } = world({ request: () => Promise.reject(new Error("no")) });
    await send([pdf("a.pdf")]);
    expect(endOf("a.pdf")).toMatchObject({ stage: "REJECTED", rejection: "GENERIC_ERROR" });
    expect([states.at(-1), troubles.length]).toEqual(["IDLE", 1]);
  });
});

describe("what is not sent at all", () => {
  it("is what we do not take, what is too large or empty, and what is too much", () => {
    const html = new File(["x"], "page.html", { type: "text/html" });
    const chosen = [pdf("a.pdf"), html, pdf("big.pdf", 10_485_761), pdf("empty.pdf", 0)];
    expect(sortOut(chosen, 0, { ...folder, most: 9 }).map(({ rejection }) => rejection)).toEqual([
      ...[null, "WRONG_FILE_TYPE", "FILE_TOO_LARGE", "FILE_TOO_SMALL"],
    ]);
    expect(sortOut([pdf("a.pdf"), pdf("b.pdf")], 2, folder).map(({ rejection }) => rejection)).toEqual([
      ...[null, "TOO_MANY_FILES"],
    ]);
  });
});
