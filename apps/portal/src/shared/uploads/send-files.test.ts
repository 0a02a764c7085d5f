import type { Call } from "@inlay/contracts/call.ts";
import { describe, expect, it } from "vitest";
import {
  checkChosenFiles,
  type SentFile,
  sendFiles,
  type UploadEffects,
  type UploadFolder,
  type UploadState,
} from "./send-files.ts";

const folder: UploadFolder = { documentType: "BANK_STATEMENT", folder: "bank-statements", most: 3 };
const pdf = (name: string, bytes = 4) => new File([new Uint8Array(bytes)], name, { type: "application/pdf" });
const documentId = "0d000000-0000-7000-8000-000000000001";

/** A stub of the server and the file store, and a record of all notifications to the screen. */
function uploader(changes: { statuses?: object[]; put?: UploadEffects["put"]; request?: () => Promise<never> } = {}) {
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
  const effects: UploadEffects = {
    ask: answer as unknown as UploadEffects["ask"],
    put: changes.put ?? (async (_url, _file, onProgress) => onProgress(0.5)),
    fingerprint: async () => undefined,
    pause: async () => {},
  };
  const send = (chosen: File[]) =>
    sendFiles(
      chosen.map((file) => ({ id: file.name, file })),
      folder,
      effects,
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

describe("file upload", () => {
  it("passes through exactly three states and ends with the file's URL", async () => {
    const { states, send, endOf, files } = uploader();
    await send([pdf("a.pdf")]);
    expect(states).toEqual(["FETCHING_SIGNED_URL", "UPLOADING_FILE", "IDLE"]);
    expect(endOf("a.pdf")).toMatchObject({ stage: "READY", fileUrl: "https://us.example/1", progress: 1 });
    expect(files["a.pdf"]?.map(({ progress }) => progress).filter((share) => share !== undefined)).toEqual([0.5, 1]);
  });

  it("waits for the scan and reports the rejection reason", async () => {
    const statuses = [{ status: "SCANNING" }, { status: "REJECTED", rejectionReason: "WRONG_FILE_TYPE" }];
    const { send, endOf } = uploader({ statuses });
    await send([pdf("a.pdf")]);
    expect(endOf("a.pdf")).toMatchObject({ stage: "REJECTED", rejection: "WRONG_FILE_TYPE" });
  });

  it("ends without a scan result when the scan takes too long", async () => {
    const { send, endOf, states } = uploader({ statuses: [{ status: "SCANNING" }] });
    await send([pdf("a.pdf")]);
    expect(endOf("a.pdf")).toMatchObject({ stage: "CHECKING" });
    expect(states.at(-1)).toBe("IDLE");
  });

  it("of one file fails without the others and is not confirmed", async () => {
    const put: UploadEffects["put"] = async (_url, file) => {
      if (file.name === "bad.pdf") throw new Error("connection lost");
    };
    const { send, endOf, troubles, asked } = uploader({ put });
    await send([pdf("bad.pdf"), pdf("good.pdf")]);
    expect([endOf("bad.pdf").stage, endOf("good.pdf").stage]).toEqual(["REJECTED", "READY"]);
    expect(endOf("bad.pdf").rejection).toBe("GENERIC_ERROR");
    expect(troubles).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith("/uploaded"))).toHaveLength(1);
  });

  it("is rejected when the server gives no upload URL, and the drop area is idle again", async () => {
    const { send, endOf, states, troubles } = uploader({ request: () => Promise.reject(new Error("no")) });
    await send([pdf("a.pdf")]);
    expect(endOf("a.pdf")).toMatchObject({ stage: "REJECTED", rejection: "GENERIC_ERROR" });
    expect([states.at(-1), troubles.length]).toEqual(["IDLE", 1]);
  });
});

describe("chosen files", () => {
  it("are rejected by type, by size, when empty, and beyond the highest number", () => {
    const html = new File(["x"], "page.html", { type: "text/html" });
    const chosen = [pdf("a.pdf"), html, pdf("big.pdf", 10_485_761), pdf("empty.pdf", 0)];
    expect(checkChosenFiles(chosen, 0, { ...folder, most: 9 }).map(({ rejection }) => rejection)).toEqual([
      ...[null, "WRONG_FILE_TYPE", "FILE_TOO_LARGE", "FILE_TOO_SMALL"],
    ]);
    expect(checkChosenFiles([pdf("a.pdf"), pdf("b.pdf")], 2, folder).map(({ rejection }) => rejection)).toEqual([
      ...[null, "TOO_MANY_FILES"],
    ]);
  });
});
