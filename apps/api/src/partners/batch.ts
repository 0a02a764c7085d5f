import { Refusal } from "@inlay/contracts/errors.ts";
import { type ProblemBody, problemBody } from "@inlay/contracts/partner/problem.ts";
import { tryOut } from "../http/public.ts";
import { inPlatform, type PartnerScope, wholePlatform } from "./request.ts";

type BatchInput = Omit<PartnerScope, "tx"> & { dryRun: boolean; requestId: string };

/** What became of one row: an object or a problem. */
type RowResult<Item> =
  | { index: number; ok: true; item: Item; problem: null }
  | { index: number; ok: false; item: null; problem: ProblemBody };

/**
 * Saves the rows of a batch, one after another. Each row has its own transaction: a refusal is reported for its row, and the other rows are
 * stored.
 */
export async function saveRows<Row, Item>(
  input: BatchInput,
  path: string,
  rows: readonly Row[],
  save: (scope: PartnerScope, row: Row) => Promise<Item>,
): Promise<RowResult<Item>[]> {
  const { app, caller, dryRun, requestId } = input;
  const tryRow = async (row: Row): Promise<Item> => {
    const work = async (tx: PartnerScope["tx"]) => JSON.stringify(await save({ tx, app, caller }, row));
    const { result } = await tryOut(app.pool, wholePlatform(caller), work);
    return JSON.parse(result) as Item;
  };
  const results: RowResult<Item>[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const item = dryRun ? await tryRow(row) : await inPlatform(input, (scope) => save(scope, row));
      results.push({ index, ok: true, item, problem: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const fields = error.fields.map((field) => ({ ...field, in: "BODY" as const }));
      const { code, context } = error;
      const problem = problemBody({ code, fields, context }, { instance: path, requestId });
      results.push({ index, ok: false, item: null, problem });
    }
  }
  return results;
}
