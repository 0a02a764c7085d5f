import { useLingui } from "@lingui/react/macro";
import { Loading } from "../page/loading.tsx";

export function LoadingStep() {
  const { t } = useLingui();
  return <Loading what={t`Loading your application…`} />;
}
