import { useSuspenseQuery } from "@tanstack/react-query";
import { type ProductServicing, productServicing } from "../products/product-servicing.ts";
import type { PageProps } from "../products/servicing/pages.ts";
import { servicingHomeQuery } from "../shared/api/queries.ts";
import { onDemand } from "../shared/page/on-demand.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { MyFinancing } from "./my-financing.tsx";

const ProductCardPage = onDemand(async () => (await import("./product-card.tsx")).ProductCardPage);

/** The pages about one product, each of the product's own kind. A product that is not of this business leads to the home page. */
type ProductPageProps = PageProps<"PRODUCT">;

export const ProductSummary = (props: ProductPageProps) => <OneProduct {...props} name="Summary" />;
export const ProductHistory = (props: ProductPageProps) => <OneProduct {...props} name="History" />;
export const ProductPayoff = (props: ProductPageProps) => <OneProduct {...props} name="Payoff" />;

function OneProduct({ name, ...props }: ProductPageProps & { name: keyof ProductServicing }) {
  const { data } = useSuspenseQuery(servicingHomeQuery(usePortalSession()));
  const product = [...data.products, ...data.endedProducts].find(({ id }) => id === props.issuedProductId);
  if (!product) return <MyFinancing takesFocus={props.takesFocus} />;
  const Page = productServicing[product.productType][name] ?? ProductCardPage;
  return <Page {...props} />;
}
