// Messages to the page around the frame. A plain page receives `session_view.…` messages. The vendor's own library also expects a ready
// event and answers it with the session to open.
const envelope = "@libjs-cqs:External:EventMessage";
const us = "signing-frame";

const post = (message) => {
  if (window.parent !== window) window.parent.postMessage(message, "*");
};

export const emit = (what, payload) => post({ type: `session_view.document.${what}`, payload });

/** The session from the library. The library sends it once, so the listener is added before the ready event. */
export const sessionFromHost = () =>
  new Promise((resolve) => {
    window.addEventListener("message", ({ data, source }) => {
      if (source !== window.parent || data?.messageType !== envelope) return;
      if (data.event !== "libjs-cqs:command_sent_event") return;
      const { command, commandId, payload } = data.payload;
      publish("libjs-cqs:command_result_received_event", { command, commandId, _ok: true });
      if (command === "OpenPublicViewDocumentCommand") resolve(payload.token);
    });
    publish("PublicViewReadyEvent", {});
  });

const publish = (event, payload) =>
  post({ messageType: envelope, event, eventId: crypto.randomUUID(), payload, sources: [us] });
