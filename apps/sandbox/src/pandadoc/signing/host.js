// How the page around the frame is spoken to. A page that only shows the frame gets `session_view.…` messages; the vendor's own library
// also expects a greeting, and answers it with the session to open.
const envelope = "@libjs-cqs:External:EventMessage";
const us = "signing-frame";

const post = (message) => {
  if (window.parent !== window) window.parent.postMessage(message, "*");
};

export const emit = (what, payload) => post({ type: `session_view.document.${what}`, payload });

/** The session that the library hands over. It repeats nothing, so whoever listens must listen before the greeting. */
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
