import type { BankItem } from "@inlay/contracts/bank.ts";
import { refusals } from "@inlay/contracts/errors.ts";
import { describe, expect, it } from "vitest";
import { shownBanks } from "../shared/linking/banks/banks.ts";
import { LinkedBanks } from "../shared/linking/banks/linked-banks.tsx";
import { rendered } from "./rendered.fixture.tsx";

const nothing = () => undefined;
const bank = (status: BankItem["status"]): BankItem =>
  ({ itemId: status, status, bankName: `Bank ${status}`, institutionId: "ins", accounts: [], createdAt: "" }) as never;

const shown = (items: readonly BankItem[], refusal: string | null = null) =>
  rendered(
    <LinkedBanks
      items={shownBanks(items)}
      busy={null}
      refusal={refusal}
      isBankRefused={refusal !== null}
      isStuck={false}
      onOpen={nothing}
      onHosted={nothing}
      onStatements={null}
      reconnect={undefined}
      onContinue={nothing}
      onBack={null}
      takesFocus={false}
    />,
    [],
  );

describe("linked banks", () => {
  it("CREATED and CONNECTED show Update; DISCONNECTED shows Reconnect", async () => {
    const page = await shown([bank("CREATED"), bank("CONNECTED"), bank("DISCONNECTED")]);
    expect(page).toContain("Bank CREATED Connected Update");
    expect(page).toContain("Bank CONNECTED Connected Update");
    expect(page).toContain("Bank DISCONNECTED Disconnected Reconnect");
  });

  it("BLOCKED and KANMON_BLOCKED are hidden", async () => {
    const page = await shown([bank("CONNECTED"), bank("BLOCKED"), bank("KANMON_BLOCKED")]);
    expect(page).toContain("Bank CONNECTED");
    expect(page).not.toContain("BLOCKED");
  });

  it("Linking an already-linked institution is refused, and the button above leads to its changes", async () => {
    const page = await shown([bank("CONNECTED")], refusals.INSTITUTION_ALREADY_LINKED.message);
    expect(page.indexOf("Update")).toBeLessThan(page.indexOf("It looks like you have already linked the bank."));
    expect(page).toContain("You can open your bank on a page of its own.");
  });
});
