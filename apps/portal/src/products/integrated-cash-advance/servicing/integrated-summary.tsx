import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { FigureList } from "@inlay/ui/figures/figure-list.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import { AdvanceFrame, UnfundedAdvance, useIsUnfunded } from "../../servicing/advance/advance-frame.tsx";
import { Balance } from "../../servicing/advance/balance.tsx";
import { Details } from "../../servicing/advance/details.tsx";
import { useAdvance } from "../../servicing/advance/use-advance.ts";
import type { PageProps } from "../../servicing/pages.ts";
import { useDays } from "../../servicing/use-servicing-words.ts";
import { Receivables } from "./receivables.tsx";

/** The page of an integrated advance, whose share the platform withholds from each card sale. */
export function IntegratedSummary(props: PageProps<"PRODUCT">) {
  const isUnfunded = useIsUnfunded(props.issuedProductId);
  return isUnfunded ? <UnfundedAdvance {...props} productType="INTEGRATED_MCA" /> : <FundedAdvance {...props} />;
}

function FundedAdvance({ issuedProductId, takesFocus }: PageProps<"PRODUCT">) {
  const { t } = useLingui();
  const advance = useAdvance(issuedProductId);
  const { day } = useDays(advance.today);
  const missingSince = advance.withheld?.missingSince ?? null;
  const missingDay = missingSince && day(missingSince);
  return (
    <AdvanceFrame
      advance={advance}
      takesFocus={takesFocus}
      alerts={
        missingDay && (
          <Notice tone="info" title={t`Nothing was withheld since ${missingDay}`}>
            <p>
              <Trans>Your sales went on. We have asked the platform; you do not need to do anything.</Trans>
            </p>
          </Notice>
        )
      }
      main={
        <>
          <Card>
            <Balance advance={advance} />
          </Card>
          <Receivables issuedProductId={issuedProductId} today={advance.today} />
        </>
      }
      beside={
        <>
          {advance.withheld && <Withheld advance={advance} withheld={advance.withheld} />}
          <Details advance={advance} />
        </>
      }
    />
  );
}

type WithheldProps = { advance: CashAdvanceServicing; withheld: NonNullable<CashAdvanceServicing["withheld"]> };

/** What the platform withholds. Nothing is debited from the owner's account. */
function Withheld({ advance, withheld }: WithheldProps) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const { day } = useDays(advance.today);
  const part = share(advance.repaymentPercentage);
  return (
    <Card className="grid gap-3">
      <h2 className="type-subheader">
        <Trans>Withheld from card sales</Trans>
      </h2>
      <p className="type-small">
        {t`Your platform withholds ${part} of each card sale. We take nothing from your bank account.`}
      </p>
      <FigureList
        rows={[
          { label: t`Withheld so far`, value: money(withheld.totalCents) },
          { label: t`Last on`, value: withheld.lastOn ? day(withheld.lastOn) : "-" },
          { label: t`Auto payment`, value: advance.isAutoPaymentOn ? t`On` : t`Off` },
        ]}
      />
    </Card>
  );
}
