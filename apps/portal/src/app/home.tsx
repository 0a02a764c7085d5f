import type { Business, BusinessUser } from "@inlay/contracts/business.ts";
import type { BusinessRole } from "@inlay/lending/onboarding/roles.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Heading } from "./heading.tsx";
import { statusLabel } from "./status-label.ts";

type HomeProps = { business: Business; takesFocus: boolean; onSwitch: (userIndex: number) => void };

export function Home({ business, takesFocus, onSwitch }: HomeProps) {
  const { allBusinessUsers, businessUserIndex, roles } = business;
  const here = allBusinessUsers[businessUserIndex];
  return (
    <div className="grid gap-6">
      <title>{nameOf(business)}</title>
      <Heading takesFocus={takesFocus}>{nameOf(business)}</Heading>
      <Card>
        <dl className="grid gap-5 sm:grid-cols-2">
          <div>
            <dt className="text-small text-ink-soft">Where you stand</dt>
            <dd className="text-lead font-semibold">{here ? statusLabel(here) : "Not known yet"}</dd>
          </div>
          <div>
            <dt className="text-small text-ink-soft">{roles.length > 1 ? "Your roles" : "Your role"}</dt>
            <dd className="text-lead font-semibold">
              {roles.map((role) => roleWords[role]).join(", ") || "Not chosen yet"}
            </dd>
          </div>
        </dl>
      </Card>
      {allBusinessUsers.length > 1 && (
        <BusinessList users={allBusinessUsers} current={businessUserIndex} onSwitch={onSwitch} />
      )}
    </div>
  );
}

type BusinessListProps = { users: BusinessUser[]; current: number; onSwitch: (userIndex: number) => void };

function BusinessList({ users, current, onSwitch }: BusinessListProps) {
  return (
    <Card aria-labelledby="businesses">
      <h2 id="businesses" className="text-lead font-semibold">
        Your businesses
      </h2>
      <p className="mb-4 text-ink-soft">
        You are signed in with {nameOf(users[current])}. Click another business to switch to it.
      </p>
      <ul className="grid gap-2">
        {users.map((user, index) => (
          <li key={user.userId}>
            <button
              type="button"
              aria-current={index === current ? "true" : undefined}
              onClick={() => index !== current && onSwitch(index)}
              className="grid w-full cursor-pointer gap-0.5 rounded-control border border-line px-4 py-3 text-left hover:bg-tint aria-[current]:cursor-default aria-[current]:border-primary aria-[current]:bg-tint"
            >
              <span className="font-semibold wrap-anywhere">{nameOf(user)}</span>
              <span className="text-small text-ink-soft">{statusLabel(user)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const nameOf = (named?: { businessName: string | null }) => named?.businessName ?? "No business name provided";

const roleWords: Record<BusinessRole, string> = {
  PRIMARY_OWNER: "Primary owner",
  SECONDARY_OWNER: "Co-owner",
  OPERATOR: "Operator",
  PRIMARY_OWNER_CONFLICT: "Owner, not confirmed yet",
};
