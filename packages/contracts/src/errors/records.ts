import { fix, type RefusalEntry } from "./entry.ts";

const checkId = fix("Check the id and the environment.");

/** Missing and duplicate objects, and objects in the wrong state. */
export const records = {
  NOT_FOUND: {
    status: 404,
    message: "No such {object}.",
    portalMessage: "We could not find that.",
    next: checkId,
  },
  BUSINESS_NOT_FOUND: {
    status: 404,
    message: "No such business.",
    errorCode: "BusinessNotFoundException",
    partnerCode: "NOT_FOUND",
    next: checkId,
  },
  USER_NOT_FOUND: {
    status: 404,
    message: "No such user.",
    errorCode: "UserDoesNotExistException",
    partnerCode: "NOT_FOUND",
    next: checkId,
  },
  CUSTOM_INITIALIZATION_NOT_FOUND: {
    status: 404,
    message: "No Custom Initialization was found with name {name}",
    next: fix("Use the name of an existing theme."),
  },
  ALREADY_EXISTS: {
    status: 409,
    message: "A {object} with this platform id exists.",
    next: fix("Use context.objectId, or another platform id."),
  },
  USER_EMAIL_ALREADY_EXISTS: {
    status: 409,
    message: "A user already exists with this email. Please try using another email.",
    errorCode: "UserEmailAlreadyExistException",
    next: fix("Send another email."),
  },
  BUSINESS_NAME_ALREADY_EXISTS: {
    status: 409,
    message: "A business with this name already exists.",
    errorCode: "BusinessNameAlreadyExistsException",
    portalCode: "BUSINESS_NAME_ALREADY_EXIST_EXCEPTION",
    portalMessage: "This business already exists. Please continue with a new business.",
    next: fix("Send another name."),
  },
  WRONG_STATE: {
    status: 409,
    message: "This is {status}; the action needs {allowedFrom}.",
    next: fix("Read it again."),
  },
} as const satisfies Record<string, RefusalEntry>;
