import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { downloadMinutes, type Files, FilesRefused, FilesUnavailable, FileTooLarge, uploadMinutes } from "../port.ts";
import { attachmentNamed } from "./attachment.ts";
import type { S3Settings } from "./config.ts";

/** Any S3-compatible store. One private bucket with separate prefixes for clean and incoming files. */
export function s3Files(settings: S3Settings): Files {
  const client = new S3Client({
    endpoint: settings.S3_URL,
    region: settings.S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
    // Stores other than Amazon's do not support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // The caller decides about retries.
    maxAttempts: 1,
  });
  const Bucket = settings.S3_BUCKET;
  const withTimeout = () => ({ abortSignal: AbortSignal.timeout(settings.S3_TIMEOUT_MS) });

  return {
    put: async (Key, Body, ContentType) => {
      await asked(client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }), withTimeout()));
    },
    get: async (Key, atMost) => {
      const signal = withTimeout();
      const found = await orNull(client.send(new GetObjectCommand({ Bucket, Key }), signal));
      if (!found?.Body) return null;
      const stream = found.Body as AsyncIterable<Uint8Array> & { destroy(): void };
      // The timeout covers a slow body as well as the response's head.
      const giveUp = () => stream.destroy();
      signal.abortSignal.addEventListener("abort", giveUp);
      try {
        const chunks: Uint8Array[] = [];
        let bytes = 0;
        for await (const chunk of stream) {
          bytes += chunk.length;
          if (bytes > atMost) throw new FileTooLarge("the file is larger than the limit");
          chunks.push(chunk);
        }
        return Buffer.concat(chunks);
      } catch (error) {
        if (error instanceof FileTooLarge) throw error;
        throw new FilesUnavailable("the store did not return the file", { cause: error });
      } finally {
        signal.abortSignal.removeEventListener("abort", giveUp);
        stream.destroy();
      }
    },
    head: async (Key) => {
      const found = await orNull(client.send(new HeadObjectCommand({ Bucket, Key }), withTimeout()));
      return found && { bytes: found.ContentLength ?? 0, contentType: found.ContentType ?? "" };
    },
    remove: async (Key) => {
      await orNull(client.send(new DeleteObjectCommand({ Bucket, Key }), withTimeout()));
    },
    presignPut: async (Key, { contentType, bytes, sha256 }) => {
      const command = new PutObjectCommand({
        Bucket,
        Key,
        ContentType: contentType,
        ContentLength: bytes,
        // Amazon verifies the content's hash. For a store that does not, the scan compares it.
        ...(sha256 !== undefined && { ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64") }),
      });
      const signableHeaders = new Set(["content-type", "content-length", "host"]);
      const expiresIn = uploadMinutes * 60;
      const url = await getSignedUrl(client, command, { expiresIn, signableHeaders });
      return { method: "PUT", url, headers: { "content-type": contentType }, expiresAt: secondsFromNow(expiresIn) };
    },
    presignGet: async (Key, { fileName, contentType }) => {
      if (!Key.startsWith("clean/")) throw new Error("only a clean file may be presigned for reading");
      const expiresIn = downloadMinutes * 60;
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentDisposition: attachmentNamed(fileName),
        ResponseContentType: contentType,
        ResponseCacheControl: "private, no-store",
      });
      return { url: await getSignedUrl(client, command, { expiresIn }), expiresAt: secondsFromNow(expiresIn) };
    },
  };
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    const isTheirs = status === undefined || status === 429 || status >= 500;
    if (isTheirs) throw new FilesUnavailable("the store is unavailable", { cause: error });
    throw new FilesRefused(`the store answered ${status}`, { cause: error });
  }
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await asked(answer);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof NotFound || cause instanceof NoSuchKey) return null;
    throw error;
  }
}
