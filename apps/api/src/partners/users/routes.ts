import { userCalls } from "@inlay/contracts/partner/users/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { createUser } from "./create-user.ts";
import { getUser, listUsers } from "./read-users.ts";
import { updateUser } from "./update-user.ts";

export function userRoutes({ partnerRoute }: PartnerRouter): void {
  partnerRoute(userCalls.createUser, createUser);
  partnerRoute(userCalls.listUsers, listUsers);
  partnerRoute(userCalls.getUser, getUser);
  partnerRoute(userCalls.updateUser, updateUser);
}
