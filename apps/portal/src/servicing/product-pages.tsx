import { useSuspenseQuery } from "@tanstack/react-query";
import { type ProductServicing, productServicing, withOwnAlerts } from "../products/product-servicing.ts";
import type { PageProps } from "../products/servicing/pages.ts";
import { servicingHomeQuery } from "../shared/api/queries.ts";
import { type Component, onDemand } from "../shared/page/on-demand.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { FirstAlert, MyFinancing } from "./my-financing.tsx";

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

type OwnPage = Exclude<keyof ProductServicing, "invoices">;

function OneProduct({ name, ...props }: ProductPageProps & { partId?: string; name: OwnPage }) {
  const { shown, ended } = useProduct(props.issuedProductId);
  const product = shown ?? ended;
  if (!product) return <MyFinancing takesFocus={props.takesFocus} />;
  const Page = (productServicing[product.productType][name] ?? ProductCardPage) as Component<typeof props>;
  const isAlerted = name === "Summary" && !withOwnAlerts.includes(product.productType);
  if (!isAlerted || !shown) return <Page {...props} />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <FirstAlert product={shown} />
      <Page {...props} />
    </div>
  );
}

export const InvoiceUpload = (props: ProductPageProps) => <InvoicePage {...props} name="Upload" />;
export const InvoiceSession = (props: ProductPageProps) => <InvoicePage {...props} name="Session" />;
export const InvoiceHistory = (props: ProductPageProps) => <InvoicePage {...props} name="History" />;
export const InvoiceDetails = (props: PageProps<"INVOICE_DETAILS">) => <InvoicePage {...props} name="Details" />;

type InvoicePages = NonNullable<ProductServicing["invoices"]>;
type InvoicePageProps = ProductPageProps & { partId?: string; name: keyof InvoicePages };

function InvoicePage({ name, partId = "", ...props }: InvoicePageProps) {
  const { shown, ended } = useProduct(props.issuedProductId);
  const product = shown ?? ended;
  const Page = product && productServicing[product.productType].invoices?.[name];
  return Page ? <Page {...props} partId={partId} /> : <MyFinancing takesFocus={props.takesFocus} />;
}

/** A product of this business, shown with what is to pay of it or among those that are over. */
function useProduct(issuedProductId: string) {
  const { data } = useSuspenseQuery(servicingHomeQuery(usePortalSession()));
  const isIt = ({ id }: { id: string }) => id === issuedProductId;
  return { shown: data.products.find(isIt), ended: data.endedProducts.find(isIt) };
}
