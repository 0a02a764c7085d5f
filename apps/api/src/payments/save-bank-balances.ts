import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { books } from "@inlay/lending/ledger/accounts.ts";
import type { AppContext } from "../context.ts";
import { inScope, statement } from "../db/scope.ts";
import { internalScope } from "../ledger/public.ts";

/**
 * Saves what each book's account held at the end of each day, as the bank counts it. The ledger's cash is compared with it every night.
 * A day is read again for as long as the bank may correct it.
 */
export async function saveBankBalances({ pool, payments }: AppContext, since: BusinessDate, now: Date): Promise<void> {
  for (const book of books) {
    const closing = await payments.closingBalances(book, since);
    await inScope(pool, internalScope, (tx) =>
      statement(
        tx,
        `insert into app.bank_balance (book, as_of, balance_cents, read_at)
         select $1, as_of, balance_cents, $4 from unnest($2::date[], $3::bigint[]) as closing (as_of, balance_cents)
         on conflict (book, as_of) do update set balance_cents = excluded.balance_cents, read_at = excluded.read_at`,
        [book, closing.map(({ asOf }) => asOf), closing.map(({ balanceCents }) => balanceCents), now],
      ),
    );
  }
}
