import { createHash } from "node:crypto";
import { scopes } from "@inlay/contracts/partner/scopes.ts";
import { defaultSettings, type PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { Styles } from "@inlay/contracts/theme/style-configuration.ts";
import type pg from "pg";
import { inScope, type Tx } from "../db/scope.ts";
import { looksLikeApiKey, storeApiKey } from "../partners/api-keys/api-key.ts";
import { saveSettings } from "../platforms/settings.ts";
import { saveStyleConfiguration } from "../platforms/style-configurations.ts";
import { type Founder, seedStaff } from "./seed-staff.ts";

/** The same name gives the same id, so a repeated seed finds its rows. */
export function seedId(name: string): string {
  const hex = createHash("sha256").update(`inlay-seed/${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const ink = "#1b2430";
const text = (fontSize: number, lineHeight: number, fontWeight = 400, color = ink) => ({
  fontFamily: "Inter, system-ui",
  fontSize,
  lineHeight,
  color,
  fontWeight,
});

export const larkspurStyles: Styles = {
  h1: text(28, 36, 700),
  subheader: text(20, 28, 600),
  bodyLarge: text(18, 28),
  bodyRegular: text(16, 24),
  bodySmall: text(14, 20, 400, "#5b6675"),
  button: { ...text(16, 24, 600, "#ffffff"), borderRadius: 8, allCaps: false },
  primaryColor: "#1f5f8b",
  modalBackgroundColor: "#ffffff",
};

/** Larkspur's second theme, for autumn. */
const harvestStyles: Styles = {
  ...larkspurStyles,
  button: { ...larkspurStyles.button, borderRadius: 22 },
  primaryColor: "#8a4b12",
  modalBackgroundColor: "#fdf8f1",
};

export type SeedOptions = { portalHost: string; parentOrigins: string[]; secretKey: string; publishableKey: string };

/** The invitation with which every seeded staff member sets up a TOTP device in development, together with an email code. */
export const seededInvitation = "come-in-and-look-around";

const staffMember = (name: string, role: Founder["roles"][number]): Founder => ({
  id: seedId(`staff/${role}`),
  email: `${role.toLowerCase()}@inlay.example`,
  name,
  roles: [role],
});

/** Fernhill's sign-in domain on the direct sign-in page. */
export const fernhillDomain = "fernhill.example";

/**
 * Seeds two platforms. Larkspur Invoicing has keys, themes, and Harbor Bakery, a customer whose owner can sign in. Fernhill Books collects tax returns where Larkspur connects accounting software, and enrolls everyone who signs in.
 * Running it again changes nothing.
 */
export async function seed(pool: pg.Pool, options: SeedOptions): Promise<void> {
  for (const key of [options.secretKey, options.publishableKey])
    if (!looksLikeApiKey(key)) throw new Error("a seeded API key is malformed");
  const platformId = seedId("larkspur");
  await inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
    await tx
      .insertInto("platform")
      .values({ id: platformId, name: "Larkspur Invoicing" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const settings: PlatformSettings = {
      ...defaultSettings(),
      platformProgramName: "Larkspur Capital",
      openEnrollmentEnabled: true,
      allowedParentOrigins: options.parentOrigins,
      signInDomains: [options.portalHost],
      supportEmail: "support@larkspur.example",
      supportPhone: "(503) 555-0190",
      supportHours: {
        en: "Monday to Friday, 8 am to 6 pm Pacific time",
        es: "De lunes a viernes, de 8:00 a 18:00, hora del Pacífico",
      },
      helpWindowKey: "larkspur",
      licenseLine: "Loans are made or arranged under a California Financing Law license.",
      postalAddress: "Larkspur Invoicing Inc., 200 SW Market Street, Portland, OR 97201",
    };
    await saveSettings(tx, platformId, settings);
    await saveStyleConfiguration(tx, platformId, {
      name: "Larkspur",
      isDefault: true,
      styles: larkspurStyles,
      signInPage: {
        title: "Welcome to Larkspur Capital",
        body: "Sign in to see where your financing stands.",
        backgroundImageUrl: null,
        logoUrl: null,
      },
    });
    await saveStyleConfiguration(tx, platformId, {
      name: "Harvest",
      isDefault: false,
      styles: harvestStyles,
      signInPage: { title: "", body: "", backgroundImageUrl: null, logoUrl: null },
    });
    await storeApiKey(tx, platformId, {
      kind: "SECRET",
      name: "Server",
      scopes: [...scopes],
      clear: options.secretKey,
    });
    await storeApiKey(tx, platformId, {
      kind: "PUBLISHABLE",
      name: "Browser",
      scopes: [],
      clear: options.publishableKey,
    });
    await harborBakery(tx, platformId);
  });
  await fernhill(pool);
  const founders = [
    staffMember("Ada Keller", "ADMIN"),
    staffMember("Omar Haddad", "OPERATIONS"),
    staffMember("Tess Lindqvist", "TREASURY"),
    staffMember("Uma Prakash", "UNDERWRITER"),
  ];
  await seedStaff(pool, founders, seededInvitation);
}

async function fernhill(pool: pg.Pool): Promise<void> {
  const platformId = seedId("fernhill");
  await inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
    await tx
      .insertInto("platform")
      .values({ id: platformId, name: "Fernhill Books" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await saveSettings(tx, platformId, {
      ...defaultSettings(),
      integrationType: "DIRECT",
      platformProgramName: "Fernhill Capital",
      openEnrollmentEnabled: true,
      accountingSource: "TAX",
      signInDomains: [fernhillDomain],
      supportEmail: "support@fernhill.example",
      postalAddress: "Fernhill Books, 14 Elm Street, Boise, ID 83702",
    });
    await saveStyleConfiguration(tx, platformId, {
      name: "Fernhill",
      isDefault: true,
      styles: { ...larkspurStyles, primaryColor: "#2f6b3c" },
      signInPage: {
        title: "Welcome to Fernhill Capital",
        body: "Sign in to apply for financing.",
        backgroundImageUrl: null,
        logoUrl: null,
      },
    });
  });
}

async function harborBakery(tx: Tx, platformId: string): Promise<void> {
  const businessId = seedId("harbor-bakery");
  const userId = seedId("harbor-bakery/owner");
  await tx
    .insertInto("business")
    .values({
      id: businessId,
      platform_id: platformId,
      platform_business_id: "harbor-bakery",
      name: "Harbor Bakery",
      address: JSON.stringify({
        addressLineOne: "221 Harbor Road",
        addressLineTwo: null,
        city: "Newport",
        state: "OR",
        zipcode: "97365",
        country: "US",
      }),
      is_test: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto("business_user")
    .values({
      id: userId,
      platform_id: platformId,
      business_id: businessId,
      platform_user_id: "harbor-bakery-owner",
      email: "owner@harborbakery.example",
      first_name: "Rosa",
      last_name: "Marín",
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto("user_role")
    .values({ platform_id: platformId, business_id: businessId, user_id: userId, role: "PRIMARY_OWNER" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
