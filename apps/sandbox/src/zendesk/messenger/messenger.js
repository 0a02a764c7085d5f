// A person writes to the support team. The page around the frame identifies the person with a token.
import { ask, busyButton, make } from "/zendesk/kit/kit.js";

const texts = {
  en: {
    title: "Write to us",
    hello: (name) => (name ? `Hello ${name}. How can we help?` : "Hello. How can we help?"),
    message: "Your message",
    send: "Send",
    sent: "What was written",
    you: "You: ",
    team: "Team: ",
    close: "Close messages",
    waiting: "One moment…",
    refused: "We do not know who you are. Please close this window and try again.",
    lost: "That did not arrive. Please try again.",
  },
  es: {
    title: "Escríbanos",
    hello: (name) => (name ? `Hola, ${name}. ¿En qué podemos ayudarle?` : "Hola. ¿En qué podemos ayudarle?"),
    message: "Su mensaje",
    send: "Enviar",
    sent: "Lo que se ha escrito",
    you: "Usted: ",
    team: "Equipo: ",
    close: "Cerrar los mensajes",
    waiting: "Un momento…",
    refused: "No sabemos quién es usted. Cierre esta ventana e inténtelo de nuevo.",
    lost: "El mensaje no llegó. Inténtelo de nuevo.",
  },
};

const view = document.getElementById("view");
const emit = (kind) => parent.postMessage({ from: "messenger", kind }, "*");
let language = "en";
let conversation = null;
let trouble = null;
let unsent = "";

const closeButton = document.getElementById("close");
closeButton.addEventListener("click", () => emit("close"));
addEventListener("keydown", ({ key }) => key === "Escape" && emit("close"));

function draw() {
  const t = texts[language];
  document.documentElement.lang = language;
  closeButton.setAttribute("aria-label", t.close);
  const heading = make("h1", { id: "title", tabindex: "-1" }, t.title);
  const lead = conversation ? t.hello(conversation.name) : trouble ? "" : t.waiting;
  const said = (conversation?.said ?? []).map(({ by, text }) =>
    make("li", { class: by }, make("span", { class: "unseen" }, by === "person" ? t.you : t.team), text),
  );
  const field = make("textarea", { id: "text", rows: "3", maxlength: "2000" });
  field.value = unsent;
  const send = busyButton(t.send, async () => {
    unsent = field.value;
    if (!unsent.trim()) return field.focus();
    try {
      conversation = await ask("/zendesk/messenger/messages", { id: conversation.id, text: unsent, language });
      unsent = "";
      trouble = null;
    } catch {
      trouble = t.lost;
    }
    draw();
    document.getElementById("text").focus();
  });
  const scroll = make(
    "div",
    { class: "scroll", tabindex: "0", role: "log", "aria-label": t.sent },
    heading,
    make("p", { class: "quiet" }, lead),
    make("ul", { class: "said" }, ...said),
    make("div", { role: "alert" }, trouble ? make("p", { class: "wrong" }, trouble) : ""),
  );
  const form = make("form", { novalidate: true }, make("label", { for: "text" }, t.message), field, send);
  view.replaceChildren(scroll, ...(conversation ? [make("div", { class: "foot" }, form)] : []));
  scroll.scrollTop = scroll.scrollHeight;
}

addEventListener("message", async ({ source, data }) => {
  if (source !== parent || data?.to !== "messenger" || data.kind !== "login") return;
  language = data.language === "es" ? "es" : "en";
  try {
    conversation = await ask("/zendesk/messenger/login", { token: data.token });
  } catch {
    trouble = texts[language].refused;
  }
  draw();
  document.getElementById(conversation ? "text" : "title").focus();
});
draw();
emit("ready");
