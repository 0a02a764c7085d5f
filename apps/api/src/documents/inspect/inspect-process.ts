// The process that inspects one file. Its argument is the kind of the file.
import type { FileKind } from "@inlay/lending/documents/document.ts";
import { answerFile } from "../../file-process.ts";
import { inspect } from "./inspect.ts";

await answerFile((contents, [kind]) => inspect(contents, kind as FileKind));
