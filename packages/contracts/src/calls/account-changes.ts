import { z } from "zod/mini";
import { accountChange } from "../bank.ts";
import { call } from "../call.ts";

// Calls of an owner who follows the link in an email about a change of accounts, without a session. The link's token authenticates them. It
// is sent in a header or in the body and never in a URL, which servers log.

export const readAccountChange = call({
  method: "GET",
  path: "/api/v1/account-change",
  audience: "portal",
  slice: "banking",
  action: "account-change.view",
  summary: "Reads the change of accounts that an owner was told of by email. It changes nothing.",
  answer: accountChange,
});

export const stopAccountChange = call({
  method: "POST",
  path: "/api/v1/account-change/stop",
  audience: "portal",
  slice: "banking",
  action: "account-change.stop",
  summary:
    "Stops a change of accounts: its accounts are neither paid nor debited until staff decide. Stopping it again answers the same.",
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: accountChange,
});
