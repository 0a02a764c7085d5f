import { listNotices, openNotice } from "@inlay/contracts/calls/notices.ts";
import type { NoticeSummary } from "@inlay/contracts/notice.ts";
import { queryOptions, useQuery, useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { usePortalSession } from "../shared/session/portal-session.tsx";

const lookAgainMs = 3_000;

function useNoticesQuery() {
  const { ask } = usePortalSession();
  return queryOptions({
    queryKey: ["notices"],
    queryFn: async () => (await ask(listNotices, {})).notices,
    gcTime: 0,
  });
}

/** The notices about a decision. They are written a moment after it, so an empty list is read again. */
export function useExpectedNotices(): readonly NoticeSummary[] {
  const { data } = useSuspenseQuery({
    ...useNoticesQuery(),
    refetchInterval: ({ state }) => (state.data?.length === 0 ? lookAgainMs : false),
  });
  return data;
}

/** The notices that this person may read, as soon as they are known. */
export const useOwnNotices = (): readonly NoticeSummary[] => useQuery(useNoticesQuery()).data ?? [];

/** The texts of notices. Reading one is the evidence that it was delivered. */
export function useOpened(notices: readonly NoticeSummary[]) {
  const { ask } = usePortalSession();
  const opened = useSuspenseQueries({
    queries: notices.map(({ id }) => ({
      queryKey: ["notice", id],
      queryFn: () => ask(openNotice, { params: { id } }),
    })),
  });
  return notices.flatMap((summary, n) => {
    const notice = opened[n]?.data;
    return notice ? [{ summary, notice }] : [];
  });
}
