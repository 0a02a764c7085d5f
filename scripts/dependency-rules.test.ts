import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** One forbidden import per rule, in a tree with the layout of this repository. */
const planted: Record<string, [from: string, to: string]> = {
  "no circular imports": ["packages/ui/src/a.ts", "packages/ui/src/b.ts"],
  "lending imports only itself and zod": ["packages/lending/src/money/cents.ts", "packages/contracts/src/call.ts"],
  "contracts import only lending and their parsers": ["packages/contracts/src/call.ts", "packages/ui/src/a.ts"],
  "embed imports only itself": ["packages/embed/src/index.ts", "packages/ui/src/a.ts"],
  "ui imports no other package": ["packages/ui/src/b.ts", "packages/lending/src/money/cents.ts"],
  "apps do not import apps": ["apps/portal/src/app/home.ts", "apps/api/src/db/pool.ts"],
  "money and calendar import nothing else of lending": [
    "packages/lending/src/money/rate.ts",
    "packages/lending/src/products/term-loan/product.ts",
  ],
  "mechanics, ledger and flow import no product": [
    "packages/lending/src/mechanics/installments/level-payment.ts",
    "packages/lending/src/products/term-loan/product.ts",
  ],
  "products do not import each other": [
    "packages/lending/src/products/cash-advance/product.ts",
    "packages/lending/src/products/term-loan/product.ts",
  ],
  "products import no flow of lending": [
    "packages/lending/src/products/line-of-credit/product.ts",
    "packages/lending/src/servicing/delinquency.ts",
  ],
  "outside import nothing from the floors above": ["apps/api/src/providers/email/port.ts", "apps/api/src/db/scope.ts"],
  "ground import nothing from the floors above": ["apps/api/src/db/vault.ts", "apps/api/src/platforms/public.ts"],
  "records import nothing from the floors above": ["apps/api/src/platforms/settings.ts", "apps/api/src/http/public.ts"],
  "edges import nothing from the floors above": ["apps/api/src/http/server.ts", "apps/api/src/approvals/public.ts"],
  "services import nothing from the floors above": ["apps/api/src/flow/flow.ts", "apps/api/src/onboarding/public.ts"],
  "people and facts import nothing from the floors above": [
    "apps/api/src/people/roles.ts",
    "apps/api/src/banking/public.ts",
  ],
  "accounts and money import nothing from the floors above": [
    "apps/api/src/payments/order.ts",
    "apps/api/src/onboarding/public.ts",
  ],
  "funding import nothing from the floors above": [
    "apps/api/src/funding/closing.ts",
    "apps/api/src/onboarding/public.ts",
  ],
  "flows import nothing from the floors above": [
    "apps/api/src/onboarding/routes.ts",
    "apps/api/src/partners/public.ts",
  ],
  "audiences import nothing from the floors above": ["apps/api/src/partners/routes.ts", "apps/api/src/slices.ts"],
  "only slices.ts imports slice descriptions": ["apps/api/src/main.ts", "apps/api/src/people/slice.ts"],
  "a room imports another only through public.ts": [
    "apps/api/src/people/roles.ts",
    "apps/api/src/notifications/emails.ts",
  ],
  "only providers.ts picks an adapter": [
    "apps/api/src/notifications/emails.ts",
    "apps/api/src/providers/email/smtp/adapter.ts",
  ],
  "adapters do not import each other": [
    "apps/api/src/providers/email/smtp/adapter.ts",
    "apps/api/src/providers/key-vault/local/adapter.ts",
  ],
  "only an adapter imports its vendor's library": ["apps/api/src/http/server.ts", "nodemailer"],
  "only workflows import Restate": ["apps/api/src/http/server.ts", "@restatedev/restate-sdk"],
  "only db imports pg": ["apps/api/src/http/server.ts", "pg"],
  "shared imports no feature": ["apps/portal/src/shared/api/api.ts", "apps/portal/src/app/home.ts"],
  "products import no flow": ["apps/portal/src/products/term-loan/words.ts", "apps/portal/src/offers/screens.ts"],
  "notices import no flow": ["apps/portal/src/notices/notice-page.tsx", "apps/portal/src/offers/screens.ts"],
  "flows do not import each other": ["apps/portal/src/offers/screens.ts", "apps/portal/src/onboarding/screens.ts"],
  "imports are declared dependencies": ["apps/api/src/db/pool.ts", "undeclared-package"],
};

it("dependency rules: each rule reports its planted violation, and every rule has one", () => {
  const { forbidden } = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as {
    forbidden: { name: string }[];
  };
  expect(Object.keys(planted).sort()).toEqual(forbidden.map((rule) => rule.name).sort());

  mkdirSync(path.join(root, ".local"), { recursive: true });
  const tree = mkdtempSync(path.join(root, ".local", "dependency-rules-"));
  try {
    const imports = new Map<string, string[]>([["packages/ui/src/b.ts", ["packages/ui/src/a.ts"]]]);
    for (const [from, to] of Object.values(planted)) {
      imports.set(from, [...(imports.get(from) ?? []), to]);
      if (to.endsWith(".ts")) imports.set(to, imports.get(to) ?? []);
    }
    for (const [file, targets] of imports) {
      const lines = targets.map((to) => `import "${to.endsWith(".ts") ? relative(file, to) : to}";`);
      mkdirSync(path.join(tree, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(tree, file), `${lines.join("\n")}\nexport {};\n`);
    }
    for (const file of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"])
      cpSync(path.join(root, file), path.join(tree, file));
    writeFileSync(
      path.join(tree, "apps/api/package.json"),
      '{"dependencies":{"nodemailer":"*","@restatedev/restate-sdk":"*","pg":"*"}}',
    );
    symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
    const { stdout } = spawnSync(
      path.join(root, "node_modules/.bin/depcruise"),
      ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "apps", "packages"],
      {
        cwd: tree,
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    const found = new Set(
      (JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } }).summary.violations.map(
        (one) => one.rule.name,
      ),
    );
    expect([...found].sort()).toEqual(Object.keys(planted).sort());
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});

function relative(from: string, to: string): string {
  const way = path.relative(path.dirname(from), to);
  return way.startsWith(".") ? way : `./${way}`;
}
