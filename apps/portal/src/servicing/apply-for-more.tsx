import { applyForMore, getApplyForMore } from "@inlay/contracts/calls/loan-applications.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProductWords } from "../products/product-screens.ts";
import type { PageProps } from "../products/servicing/pages.ts";
import { useServicing } from "../products/servicing/use-servicing.ts";
import { businessQuery, offersWorkflowQuery, productSubset, workflowQuery } from "../shared/api/queries.ts";
import { FormFooter } from "../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../shared/language/words.ts";
import { Heading } from "../shared/page/heading.tsx";
import { usePortalSession } from "../shared/session/portal-session.tsx";
import { ElsewhereNotice, useElsewhere } from "./elsewhere.tsx";

export const applyForMoreKey = ["apply for more"] as const;

/** The owner applies for another product, or reads why that is not possible now. */
export function ApplyForMore({ takesFocus }: PageProps<"APPLY_FOR_MORE">) {
  const { t } = useLingui();
  const { ask } = usePortalSession();
  const { data } = useSuspenseQuery({
    queryKey: applyForMoreKey,
    queryFn: () => ask(getApplyForMore, { query: productSubset() }),
    staleTime: 0,
    gcTime: 0,
  });
  const title = t`Apply for more`;
  return (
    <div className="grid max-w-[68ch] gap-6">
      <title>{title}</title>
      <Heading takesFocus={takesFocus}>{title}</Heading>
      {data.whyNot === null ? (
        <ProductChoice products={data.products} />
      ) : (
        <NotNow whyNot={data.whyNot} canApplyOn={data.canApplyOn} />
      )}
    </div>
  );
}

function ProductChoice({ products }: { products: readonly ProductType[] }) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const wordsOf = useProductWords();
  const { back } = useServicing();
  const begin = useApplyForMore();
  const [chosen, setChosen] = useState<ProductType | null>(products.length === 1 ? (products[0] ?? null) : null);
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(chosen === null);
    if (chosen !== null && !begin.isPending) begin.mutate(chosen);
  };
  return (
    <>
      <p className="text-ink-soft">
        <Trans>
          Your answers are kept: you look at them once more and give your consent. What you have now stays as it is.
        </Trans>
      </p>
      <ChoiceField<ProductType>
        kind="one"
        label={t`What type of financing do you need?`}
        choices={products.map((product) => {
          const { name, what } = wordsOf(product);
          return { value: product, label: name, description: what };
        })}
        value={chosen}
        onChange={setChosen}
        error={isMissing && chosen === null ? sentence("Must select an option") : null}
      />
      <FormFooter
        primary={{ label: t`Start the application`, onPress: submit, busy: begin.isPending }}
        onBack={back}
        canSwitch={false}
      >
        {begin.isError && (
          <Notice tone="error">
            <p>{messageOf(begin.error)}</p>
          </Notice>
        )}
      </FormFooter>
    </>
  );
}

/** Why the owner cannot apply now, and what they can do instead. */
function NotNow({ whyNot, canApplyOn }: { whyNot: string; canApplyOn: string | null }) {
  const { t } = useLingui();
  const { day: dayOf } = useWords();
  const elsewhere = useElsewhere();
  const day = canApplyOn && dayOf(canApplyOn);
  if (whyNot === "REAPPLY_TOO_SOON")
    return (
      <Notice tone="info" title={day ? t`You can apply again from ${day} on` : t`You cannot apply yet`}>
        <p>
          <Trans>Your last application was declined. After a decision you can apply again 90 days later.</Trans>
        </p>
        {elsewhere?.alert === "APPLICATION_DECLINED" && (
          <Button variant="text" onClick={elsewhere.open}>
            {t`See the reasons and what would help`}
          </Button>
        )}
      </Notice>
    );
  return (
    <>
      <p>
        {whyNot === "APPLICATION_OPEN" ? (
          <Trans>You already have an open application. You can apply for more when it is finished or withdrawn.</Trans>
        ) : (
          <Trans>You can apply for more once you have your first financing.</Trans>
        )}
      </p>
      <ElsewhereNotice />
    </>
  );
}

/** Begins the application and opens it. */
function useApplyForMore() {
  const session = usePortalSession();
  const queryClient = useQueryClient();
  const elsewhere = useElsewhere();
  return useMutation({
    mutationFn: (productType: ProductType) =>
      session.ask(applyForMore, { query: productSubset(), body: { productType } }),
    onSuccess: async (workflow) => {
      queryClient.setQueryData(workflowQuery(session).queryKey, workflow);
      await Promise.all([
        queryClient.invalidateQueries(offersWorkflowQuery(session)),
        queryClient.invalidateQueries(businessQuery(session)),
      ]);
      elsewhere?.open();
    },
  });
}
