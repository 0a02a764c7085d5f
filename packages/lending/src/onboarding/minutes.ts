import type { OnboardingStep } from "./steps.ts";

/**
 * The estimated minutes of each step for a prepared person. Every text about duration takes its figure from this file.
 *
 * No sessions of people are recorded yet, so these are not medians of people. They come from the screens of the longest path, counted in
 * a browser in November 2026: every word shown is read at 200 words a minute; a field takes 4 seconds, a choice 3, and typing is 3
 * characters a second, as on a phone. Added are 90 seconds for signing in at a bank, 30 for finding and uploading a file, 60 for looking up
 * the figures of one debt, and 180 for connecting accounting software. The sum is rounded up to whole minutes.
 *
 *   step                                       words  seconds
 *   SELECT_PRODUCTS                              126       44
 *   COLLECT_PERSONAL_DETAILS                      89       74
 *   COLLECT_BUSINESS_DETAILS                     105       77
 *   COLLECT_PLAID                                 74      112
 *   COLLECT_BANK_STATEMENTS (6 files)             70      201
 *   COLLECT_BANK_INFO, with the authorization    170       91
 *   COLLECT_RAILZ                                 89      218
 *   COLLECT_BUSINESS_TAX (2 files)               159      119
 *   COLLECT_EXISTING_DEBT (1 debt)                66      113
 *   COLLECT_REFINANCE_OPTIONS                     90       30
 *   COLLECT_SECONDARY_… (1 co-owner)              89       72
 *   COLLECT_CONSENT                              483      173
 */
export const stepMinutes: Record<OnboardingStep, number> = {
  // The page before the first question is read before the time begins.
  START_FLOW: 1,
  SELECT_PRODUCTS: 1,
  COLLECT_PERSONAL_DETAILS: 2,
  COLLECT_BUSINESS_DETAILS: 2,
  COLLECT_PLAID: 2,
  COLLECT_BANK_STATEMENTS: 4,
  COLLECT_BANK_INFO: 2,
  COLLECT_RAILZ: 4,
  COLLECT_BUSINESS_TAX: 2,
  COLLECT_EXISTING_DEBT: 2,
  COLLECT_REFINANCE_OPTIONS: 1,
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: 2,
  COLLECT_CONSENT: 3,
  COLLECT_PERSONAL_PLAID: 0,
  WAITING_FOR_OFFERS: 0,
  ONBOARDING_ERROR: 0,
  REQUEST_ADDITIONAL_USER_INPUT: 0,
};

/** Connecting accounting software, by the owner or an accountant. */
export const accountingMinutes = 3;
/**
 * A co-owner's part: personal details, of which name and email are there already (50 seconds), and consent without a statement (125). The
 * emails say it, too.
 */
export const coOwnerMinutes = 3;
