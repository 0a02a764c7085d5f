import { useSuspenseQuery } from "@tanstack/react-query";
import { type ProductServicing, productServicing, withOwnAlerts } from "../products/product-servicing.ts";
import type { PageProps } from "../products/servicing/pages.ts";
import { servicingHomeQuery } from "../shared/api/queries.ts";
import { type Component, onDemand } from "../shared/page/on-demand.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { MyFinancing } from "./my-financing.tsx";
import { ProductAlert } from "./product-alert.tsx";

const ProductCardPage = onDemand(async () => (await import("./product-card.tsx")).ProductCardPage);

/** The pages about one product, each of the product's own kind. A product that is not of this business leads to the home page. */
type ProductPageProps = PageProps<"PRODUCT">;

export const ProductSummary = (props: ProductPageProps) => <OneProduct {...props} name="Summary" />;
export const ProductHistory = (props: ProductPageProps) => <OneProduct {...props} name="History" />;
export const ProductPayoff = (props: ProductPageProps) => <OneProduct {...props} name="Payoff" />;
export const ProductDrawFunds = (props: ProductPageProps) => <OneProduct {...props} name="DrawFunds" />;
export const ProductDrawHistory = (props: ProductPageProps) => <OneProduct {...props} name="DrawHistory" />;
export const ProductDraw = (props: PageProps<"DRAW">) => <OneProduct {...props} name="Draw" />;
export const ProductDrawPayoff = (props: PageProps<"DRAW_PAYOFF">) => <OneProduct {...props} name="DrawPayoff" />;

function OneProduct({ name, ...props }: ProductPageProps & { partId?: string; name: keyof ProductServicing }) {
  const { data } = useSuspenseQuery(servicingHomeQuery(usePortalSession()));
  const product = [...data.products, ...data.endedProducts].find(({ id }) => id === props.issuedProductId);
  if (!product) return <MyFinancing takesFocus={props.takesFocus} />;
  const Page = (productServicing[product.productType][name] ?? ProductCardPage) as Component<typeof props>;
  const isAlerted = name === "Summary" && "alert" in product && !withOwnAlerts.includes(product.productType);
  if (!isAlerted) return <Page {...props} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <ProductAlert product={product} />
      <Page {...props} />
    </div>
  );
}
