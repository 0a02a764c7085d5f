import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { usePortalSession } from "../shared/portal-session.tsx";
import { workflowQuery } from "../shared/queries.ts";
import type { TestBusinessProps } from "./test-business.tsx";

// The name is fixed when the portal is built, so a production build does not hold the file at all.
const Helper =
  import.meta.env.VITE_ENVIRONMENT === "production"
    ? null
    : lazy(async () => ({ default: (await import("./test-business.tsx")).TestBusiness }));

/** Under a step for which somebody has to go to a vendor: a test business may have it done. Nothing for all others. */
export function TestHelper(props: TestBusinessProps) {
  const session = usePortalSession();
  const workflow = useQuery(workflowQuery(session));
  if (!Helper || !workflow.data?.testBusiness) return null;
  return (
    <Suspense>
      <Helper {...props} />
    </Suspense>
  );
}
