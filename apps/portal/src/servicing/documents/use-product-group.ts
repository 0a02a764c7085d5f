import type { IssuedProduct } from "@inlay/contracts/issued-product.ts";
import { useLingui } from "@lingui/react/macro";
import { useProductWords } from "../../products/product-screens.ts";
import { useWords } from "../../shared/language/words.ts";
import { amountOf } from "../amount-of.ts";
import type { DownloadGroup } from "./download-list.tsx";

/** The heading of a product's documents: its name, and its amount and opening day, by which two products of one type differ. */
export function useProductGroup(): (product: IssuedProduct) => Pick<DownloadGroup, "id" | "title" | "about"> {
  const { t } = useLingui();
  const { region, dollars } = useWords();
  const wordsOf = useProductWords();
  const day = new Intl.DateTimeFormat(region, { dateStyle: "medium" });
  return ({ id, servicingData, createdAt }) => {
    const [amount, opened] = [dollars(amountOf(servicingData)), day.format(new Date(createdAt))];
    return { id, title: wordsOf(servicingData.product).name, about: t`${amount} · Opened ${opened}` };
  };
}
