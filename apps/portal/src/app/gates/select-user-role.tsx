import type { Business } from "@inlay/contracts/business.ts";
import { upsertUserRoles } from "@inlay/contracts/calls/people.ts";
import type { ClaimableRole } from "@inlay/lending/onboarding/roles.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { ChoiceField } from "@inlay/ui/fields/choice-field.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { businessQuery, workflowQuery } from "../../shared/api/queries.ts";
import { FormFooter } from "../../shared/forms/form-footer.tsx";
import { messageOf, useWords } from "../../shared/language/words.ts";
import { LoadBoundary } from "../../shared/page/load-boundary.tsx";
import { onDemand } from "../../shared/page/on-demand.tsx";
import { Screen } from "../../shared/page/screen.tsx";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

const Employee = onDemand(async () => (await import("./employee.tsx")).Employee);

type SelectUserRoleProps = { business: Business; takesFocus: boolean; onClaimed: () => void };

export function SelectUserRole({ business, takesFocus, onClaimed }: SelectUserRoleProps) {
  const { t } = useLingui();
  const { sentence } = useWords();
  const session = usePortalSession();
  const queryClient = useQueryClient();
  const [role, setRole] = useState<ClaimableRole | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isReturn, setReturn] = useState(false);
  const isTaken = business.rolesOccupiedForBusiness.includes("PRIMARY_OWNER");

  const claim = useMutation({
    mutationFn: (claimed: ClaimableRole) => session.ask(upsertUserRoles, { body: { userRoles: [claimed] } }),
    onSuccess: async (answer) => {
      onClaimed();
      // The workflow depends on the role, so both change in the same render.
      await queryClient.fetchQuery({ ...workflowQuery(session), staleTime: 0 });
      queryClient.setQueryData(businessQuery(session).queryKey, answer);
    },
    onError: () => session.report({ eventType: "ROLE_UPSERT_FAILED" }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (claim.isPending) return;
    if (role === null) setMissing(true);
    else if (role === "OPERATOR") setConfirming(true);
    else claim.mutate(role);
  }

  if (isConfirming)
    return (
      <LoadBoundary>
        <Employee
          busy={claim.isPending}
          refusal={claim.isError ? messageOf(claim.error) : null}
          onContinue={() => !claim.isPending && claim.mutate("OPERATOR")}
          onBack={() => {
            claim.reset();
            setReturn(true);
            setConfirming(false);
          }}
        />
      </LoadBoundary>
    );

  return (
    <Screen
      title={t`First, tell us your role at your company`}
      takesFocus={takesFocus || isReturn}
      aside={{
        title: t`Why we ask`,
        body: (
          <Trans>
            An owner applies and signs. An employee can come along later, once financing is set up, to use it day to
            day.
          </Trans>
        ),
      }}
    >
      <form noValidate onSubmit={submit} className="grid gap-6">
        {isTaken && (
          <Notice tone="info">
            <p>
              <Trans>Someone at your company already chose Business Owner.</Trans>
            </p>
          </Notice>
        )}
        <ChoiceField<ClaimableRole>
          kind="one"
          label={t`Your role`}
          isLabelHidden
          choices={[
            {
              value: "PRIMARY_OWNER",
              label: t`Business Owner`,
              description: t`I own 20% or more of the company`,
              disabledReason: isTaken ? t`Already taken` : null,
            },
            {
              value: "OPERATOR",
              label: t`Employee`,
              description: t`I am an employee and I do not own 20% or more of the company`,
            },
          ]}
          value={role}
          onChange={(value) => {
            setRole(value);
            setMissing(false);
          }}
          error={isMissing ? sentence("Must select an option") : null}
        />
        <FormFooter primary={{ busy: claim.isPending }}>
          {claim.isError && (
            <Notice tone="error">
              <p>{messageOf(claim.error)}</p>
            </Notice>
          )}
        </FormFooter>
      </form>
    </Screen>
  );
}
