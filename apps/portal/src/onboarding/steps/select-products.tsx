import { selectProducts } from "@inlay/contracts/onboarding/steps/select-products.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useProductWords } from "../../products/product-screens.ts";
import { StepForm } from "../../shared/forms/step-form.tsx";
import { useField } from "../../shared/forms/use-field.ts";
import { useStepForm } from "../../shared/forms/use-step-form.ts";
import { OnlyForOlderBusinesses } from "../early-answers.tsx";
import type { StepScreen } from "../step-screen.ts";

export function SelectProducts(props: StepScreen<"SELECT_PRODUCTS">) {
  const { data, onBack, takesFocus } = props;
  const { t } = useLingui();
  const stepForm = useStepForm({
    ...props,
    shape: selectProducts.completion,
    values: { selectedProducts: data.selectedProducts },
  });
  return (
    <StepForm
      {...stepForm}
      title={t`What type of financing do you need?`}
      lead={<Trans>Choose one or more. You decide on an offer later.</Trans>}
      aside={{
        title: t`Not sure?`,
        body: (
          <Trans>
            Choosing more than one costs nothing and commits you to nothing. It lets us look for more offers.
          </Trans>
        ),
      }}
      takesFocus={takesFocus}
      fields={["selectedProducts"]}
      onBack={onBack}
    >
      <ProductChoice products={data.selectableProducts} />
      <OnlyForOlderBusinesses olderBusinesses={data.olderBusinesses} />
    </StepForm>
  );
}

function ProductChoice({ products }: { products: readonly ProductType[] }) {
  const { t } = useLingui();
  const wordsOf = useProductWords();
  const { value, onChange, error } = useField<ProductType[]>("selectedProducts");
  return (
    <ChoiceField<ProductType>
      kind="many"
      id="selectedProducts"
      label={t`Types of financing`}
      isLabelHidden
      choices={products.map((product) => {
        const { name, what } = wordsOf(product);
        return { value: product, label: name, description: what };
      })}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
