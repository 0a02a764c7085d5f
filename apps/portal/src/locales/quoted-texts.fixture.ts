/**
 * Every text that the specification of the shell and of onboarding quotes, to the letter, under the file that contains it. A path is
 * relative to the root of the repository. Braces stand for a value that is filled in.
 */
export const quotedTexts: Readonly<Record<string, readonly string[]>> = {
  // The shell.
  "apps/portal/src/app/gates/select-business.tsx": [
    "It looks like you may own multiple businesses!",
    "No business name provided",
    "Must select an option",
  ],
  "apps/portal/src/app/gates/select-user-role.tsx": [
    "First, tell us your role at your company",
    "Business Owner",
    "I own 20% or more of the company",
    "Employee",
    "I am an employee and I do not own 20% or more of the company",
    "Must select an option",
  ],
  "apps/portal/src/app/gates/blocked.tsx": ["We will be in touch soon. Thanks!"],
  "apps/portal/src/shared/business/business-menu.tsx": [
    "You are signed in with the business. Click another business to switch to it.",
    "No business name provided",
  ],
  "apps/portal/src/shared/page/banners.tsx": [
    "Oops! Looks like something went wrong. We are investigating the issue. Please try again later.",
  ],
  "apps/portal/src/shared/business/status-label.ts": [
    "Application in progress",
    "Additional user info required",
    "Offer available up to {amount}",
    "Active loan in progress",
    "No offers available",
    "Loan application incomplete",
    "Loan application withdrawn",
    "Active loan",
  ],
  "apps/portal/src/shared/flow/unknown-step.tsx": ["step is not implemented yet", "step is deprecated"],
  "apps/portal/src/shared/forms/form-footer.tsx": ["Continue", "Back"],
  "apps/portal/src/shared/uploads/upload.tsx": ["SELECT PDF FILE OR DROP IT HERE"],

  // The steps.
  "apps/portal/src/onboarding/steps/start-flow/prequalification.tsx": [
    "Congratulations! You qualify for up to",
    "You're approved! Here are the details",
  ],
  "apps/portal/src/products/prequalified-offer.tsx": ["Final details may vary subject to verification."],
  "apps/portal/src/products/cash-advance/repayment.tsx": [
    "{share} of daily sales until repaid",
    "{share} of weekly sales until repaid",
    "{share} of biweekly sales until repaid",
    "{share} of monthly sales until repaid",
  ],
  "apps/portal/src/products/integrated-cash-advance/repayment.tsx": ["{share} of sales until repaid"],
  "apps/portal/src/products/term-loan/words.ts": ["Term Loan"],
  "apps/portal/src/products/line-of-credit/words.ts": ["Line of Credit"],
  "apps/portal/src/products/invoice-financing/words.ts": ["Invoice Financing"],
  "apps/portal/src/products/payables-financing/words.ts": ["Accounts Payable Financing"],
  "apps/portal/src/products/cash-advance/words.ts": ["Merchant Cash Advance"],
  "apps/portal/src/products/integrated-cash-advance/words.ts": ["Integrated Merchant Cash Advance"],
  "apps/portal/src/onboarding/steps/start-flow/eligibility-screener.tsx": ["See if you qualify for financing"],
  "packages/contracts/src/onboarding/steps/start-flow.ts": [
    "Credit Score Range is required",
    "Minimum Business Age is required",
    "Businesses Cash Balance is required",
  ],
  "apps/portal/src/onboarding/steps/select-products.tsx": ["What type of financing do you need?"],
  "apps/portal/src/onboarding/steps/collect-personal-details.tsx": ["First, tell us who owns this business"],
  "apps/portal/src/onboarding/steps/collect-business-details.tsx": ["Now, tell us more about the business"],
  "apps/portal/src/shared/linking/banks/connect-bank.tsx": ["Connect your bank account"],
  "apps/portal/src/shared/linking/banks/linked-banks.tsx": [
    "Connect your bank account",
    "Link another bank",
    "Do you want to link another account?",
    "Update",
    "Reconnect",
  ],
  "apps/portal/src/onboarding/steps/collect-bank-statements.tsx": ["Try uploading bank statements instead"],
  "apps/portal/src/onboarding/steps/collect-bank-info.tsx": ["Confirm your statement details"],
  "packages/contracts/src/onboarding/steps/collect-bank-info.ts": [
    "depository",
    "Account numbers must match",
    "Routing numbers must match",
    "Bank name is required",
  ],
  "apps/portal/src/shared/tax/entity-type.tsx": ["Business Tax Return", "Personal Tax Return"],
  "packages/contracts/src/fields/tax.ts": ["Please select at least one option"],
  "apps/portal/src/onboarding/steps/collect-existing-debt.tsx": [
    "Does the business have other debt?",
    "No existing debt",
    "Done adding debt",
  ],
  "packages/contracts/src/onboarding/steps/collect-existing-debt.ts": [
    "Description is required",
    "Monthly payment is required",
    "Remaining balance is required",
    "Interest rate is required",
    "Months remaining is required",
    "Must be greater than 1",
    "Number is too large",
  ],
  "apps/portal/src/onboarding/steps/collect-secondary-business-owner-details/owner-list.tsx": [
    "Does the business have other owners?",
  ],
  "packages/contracts/src/onboarding/co-owner.ts": [
    "Please enter the first name",
    "Please enter the last name",
    "Cannot match exisiting owner name",
    "Please enter the email",
    "Please enter a valid email",
    "Owner with email already exists",
    "Cannot match existing owner email",
  ],
  "apps/portal/src/onboarding/steps/collect-consent/consent-form.tsx": ["Last, review and accept terms"],
  "packages/contracts/src/onboarding/steps/collect-consent.ts": ["Required"],
  "apps/portal/src/onboarding/waiting-for-offers/onboarding-survey.tsx": ["We value your feedback"],
  "packages/contracts/src/onboarding/survey.ts": [
    "Please provide an answer by selecting an option or entering a response",
  ],
  "apps/portal/src/onboarding/waiting-for-offers/finalizing.tsx": [
    "Confirming your information and finalizing your enrollment",
  ],
  "apps/portal/src/onboarding/waiting-for-offers/in-touch-soon.tsx": [
    "We will be in touch soon. Thanks!",
    "Thank you!",
  ],
  "apps/portal/src/products/term-loan/summary.tsx": ["You're approved!"],
  "apps/portal/src/products/offers/summary-page.tsx": [
    "Expired",
    "Continue with offer",
    "How does my offer compare",
    "Learn more",
  ],
  "apps/portal/src/offers/invalid-offer.tsx": ["Invalid offer details"],
  "apps/portal/src/offers/steps/no-offers-extended.tsx": ["Sorry, you do not have any offers available right now"],
  "apps/portal/src/notices/notice-page.tsx": ["Notice of action taken and reasons"],
  "apps/portal/src/offers/steps/offers-expired.tsx": [
    "Your offers expired but we can refresh them for you",
    "Display expired offer",
    "Refresh offers",
    "Invalid offer details",
  ],
  "apps/portal/src/offers/steps/offer-refresh-pending.tsx": ["We will be in touch soon. Thanks!"],
  "apps/portal/src/offers/closed-application.tsx": [
    "Your loan application is closed",
    "Your loan application has been withdrawn",
  ],
  "apps/portal/src/onboarding/onboarding-error.tsx": ["We encountered an error with your information"],

  // Inputs requested after consent.
  "apps/portal/src/onboarding/additional-inputs/recollect-plaid.tsx": ["Reconnect your bank accounts"],
  "apps/portal/src/onboarding/additional-inputs/verify-user-identity-information.tsx": [
    "Confirm primary business owner and provide SSN",
  ],
  "apps/portal/src/onboarding/additional-inputs/verify-business-information.tsx": [
    "Confirm business and provide your EIN",
  ],
  "apps/portal/src/onboarding/additional-inputs/credit-locked.tsx": ["Your credit report is locked"],
  "apps/portal/src/onboarding/additional-inputs/verify-business-tax-id.tsx": [
    "Let's verify where to send the funds from your business loan",
  ],
  "apps/portal/src/onboarding/additional-inputs/recollect-bank-statements.tsx": ["Upload your recent bank statements"],
  "apps/portal/src/onboarding/additional-inputs/additional-documents-upload.tsx": ["Upload your documents"],
  "apps/portal/src/shared/accounts/select-account.tsx": [
    "Select an account for repayment",
    "Select an account for repayment and funding",
  ],

  // The steps after an offer is chosen.
  "apps/portal/src/offers/closing/collect-personal-phone-number.tsx": [
    "Let's verify your personal number",
    "Personal phone number",
    "Verify",
  ],
  "apps/portal/src/offers/closing/verify-identity.tsx": [
    "Let's verify it's you and not an imposter",
    "Verify",
    "Identity verification failed",
    "Please contact support.",
  ],
  "apps/portal/src/offers/closing/agreement-words.ts": [
    "Sign your loan agreement",
    "Thank you for signing your loan agreement. You will receive your funding once all owners sign the document.",
    "Error occurred when signing the loan legal document",
  ],
  "apps/portal/src/offers/closing/sign-document.tsx": ["Exceeded max poll count on front end"],
  "apps/portal/src/offers/closing/waiting-for-signatures.tsx": ["Waiting for additional signatures"],
  "apps/portal/src/products/term-loan/accepted.tsx": ["Congratulations! {amount} is on the way to your account"],
  "apps/portal/src/products/line-of-credit/accepted.tsx": ["We are activating your line of credit"],
  "apps/portal/src/products/invoice-financing/accepted.tsx": ["We are activating your financing plans"],
  "apps/portal/src/products/payables-financing/accepted.tsx": ["We are activating your financing plans"],
  "apps/portal/src/products/cash-advance/accepted.tsx": ["We are finalizing your cash advance"],
  "apps/portal/src/products/integrated-cash-advance/accepted.tsx": ["We are finalizing your cash advance"],

  // Fields that several steps ask for.
  "apps/portal/src/onboarding/fields/address-fields.tsx": ["Can't find your address?", "Unit or apartment number"],
  "packages/contracts/src/fields/business-name.ts": [
    "Business name is required",
    "Business name can only contain alphanumeric characters, spaces, hyphens, apostrophes, periods, and diacritics",
  ],
  "packages/contracts/src/fields/fields.ts": [
    "Website is required",
    "Must be a valid url",
    "EIN is required",
    "Please enter a full EIN",
    "EIN is not valid",
    "First name is required",
    "Last name is required",
    "Please enter a valid email",
    "Email is required",
    "SSN is required",
    "Please enter a full SSN",
    "Address line 1 is required",
    "Address cannot be a PO Box",
    "City is required",
    "State is requried",
    "Country is required",
    "Sorry, we do not serve your region at this time.",
    "Zip code is required",
    "Zip code must be 5 digits",
    "Account number must only contain digits",
    "Routing number must be 9 digits",
  ],
  "packages/contracts/src/fields/phone.ts": [
    "Personal phone number is required",
    "Business phone number is required",
    "Phone number is required",
    "Must be a valid USA phone number",
    "Phone number is not a valid USA number",
  ],

  // Refusals, and messages to the host page.
  "apps/portal/src/shared/language/words.ts": [
    "Oops, an error occurred. Please contact us or try again later. We apologize for any inconvenience.",
  ],
  "packages/contracts/src/errors/entry.ts": [
    "Oops, an error occurred. Please contact us or try again later. We apologize for any inconvenience.",
  ],
  "packages/contracts/src/errors/access.ts": ["The provided session token is invalid."],
  "packages/contracts/src/errors/banking.ts": [
    "A disbursement account is required prior to skipping to offers. Please create the bank account using our API, then refresh the page and try skipping to offers again.",
    "Please connect one or more checking accounts.",
    "Sorry, something went wrong while the bank attempted to link with the bank-linking provider. Instead, try linking a different bank or you can upload copies of recent bank statements.",
    "It looks like you have already linked the bank. Please click the action button above if you wish to make any changes to your linked account(s).",
  ],
  "packages/contracts/src/errors/records.ts": [
    "This business already exists. Please continue with a new business.",
    "A user already exists with this email. Please try using another email.",
  ],
  "packages/contracts/src/errors/onboarding.ts": ["You have reached the maximum of {n} owners."],
  "apps/portal/src/app/dashboard.tsx": ["An unexpected error occurred."],
  "apps/portal/src/app/use-theme.ts": ["No Custom Initialization was found with name {asked}"],
};

/** Texts for programs and wire values, which are not translated. */
export const untranslatedTexts: ReadonlySet<string> = new Set([
  "depository",
  "An unexpected error occurred.",
  "No Custom Initialization was found with name {asked}",
]);
