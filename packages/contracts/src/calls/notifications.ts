import { notificationChannels, notificationTopics } from "@inlay/lending/servicing/notifications.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";

const topic = z.enum(notificationTopics);
const channel = z.enum(notificationChannels);

/** What the caller is told about the financing of the business. A locked topic is always on. */
const notificationPreferences = z.object({
  /** The address to which the emails go; null if none is known. */
  email: z.nullable(z.string()),
  preferences: z.array(z.object({ topic, channel, isOn: z.boolean(), isLocked: z.boolean() })),
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;

export const getNotificationPreferences = call({
  method: "GET",
  path: "/api/v1/notification-preferences",
  audience: "portal",
  slice: "notifications",
  action: "notification.view",
  summary:
    "Reads which emails about the financing of the business the caller gets, and which of them cannot be turned off.",
  answer: notificationPreferences,
});

export const saveNotificationPreference = call({
  method: "PUT",
  path: "/api/v1/notification-preferences",
  audience: "portal",
  slice: "notifications",
  action: "notification.choose",
  summary: "Turns the emails of a topic on or off for the caller. Topics that a business must be told stay on.",
  body: z.strictObject({ topic, channel, isOn: z.boolean() }),
  answer: notificationPreferences,
});

const token = z.string().check(z.minLength(1), z.maxLength(200));
/** What is no longer sent. */
const stopped = z.object({ stopped: z.array(topic) });

// The calls of a person who follows the link in an email, without a session. The link's token authenticates them.

export const stopEmails = call({
  method: "POST",
  path: "/api/v1/notification-preferences/stop",
  audience: "portal",
  slice: "notifications",
  action: "notification.stop",
  summary: "Turns off the emails of a topic that the email with the link is about. Stopping again answers the same.",
  body: z.strictObject({ token, topic }),
  answer: stopped,
});

export const stopEmailsInOneClick = call({
  method: "POST",
  path: "/api/v1/notification-preferences/one-click",
  audience: "portal",
  slice: "notifications",
  action: "notification.stop",
  summary:
    "Turns off the emails of all topics that the email with the address is about. The recipient's mail program posts to it (RFC 8058).",
  query: z.object({ token }),
  ignoresBody: true,
  answer: stopped,
});

export const openStopPage = call({
  method: "GET",
  path: "/api/v1/notification-preferences/one-click",
  audience: "portal",
  slice: "notifications",
  action: "notification.stop",
  summary:
    "Redirects to the page with the buttons that stop emails. It changes nothing, because email scanners open links.",
  query: z.object({ token }),
  answer: z.object({}),
});
