import { isLockedTopic, notificationTopics, topicsToldTo } from "@inlay/lending/servicing/notifications.ts";
import { describe, expect, it } from "vitest";
import { Emails } from "./emails.tsx";
import { markup, rendered } from "./rendered.fixture.tsx";

const preferencesOf = (topics: readonly (typeof notificationTopics)[number][]) => ({
  email: "pia@tidewater.example",
  preferences: topics.map((topic) => ({
    topic,
    channel: "EMAIL",
    isOn: topic !== "PAYMENT_MADE",
    isLocked: isLockedTopic(topic),
  })),
});
const page = <Emails takesFocus={false} />;
const answers = (topics: readonly (typeof notificationTopics)[number][]) =>
  [[["notification preferences"], preferencesOf(topics)]] as const;

describe("page of the emails", () => {
  it("has a box for each topic that can be turned off, and names those that cannot with the reason", async () => {
    const text = await rendered(page, answers(notificationTopics));
    expect(text).toContain("We write to pia@tidewater.example");
    expect(text).toContain("Payment reminders Three banking days before a payment is taken.");
    expect(text).toMatch(
      /Always sent These emails cannot be turned off, because they are about what the business owes/,
    );
    const html = await markup(page, answers(notificationTopics));
    expect(html.match(/type="checkbox"/g)).toHaveLength(4);
    expect(html.match(/checked=""/g)).toHaveLength(3);
  });

  it("of a co-owner, who is told only what goes wrong, has nothing to choose", async () => {
    const text = await rendered(page, answers(topicsToldTo(["SECONDARY_OWNER"])), "es");
    expect(text).not.toContain("Usted elige");
    expect(text).toContain("Siempre se envían");
    expect(text).toContain("Pagos no completados");
  });
});
