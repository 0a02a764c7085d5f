// The dialog in which a person links a bank. In a frame it posts messages to the opener; as a hosted page it redirects to a URL.
import { texts } from "./texts.js";

const query = new URLSearchParams(location.search);
const hostedToken = /\/hosted\/([^/]+)$/.exec(location.pathname)?.[1];
const token = hostedToken ?? query.get("token") ?? "";
const parentOrigin = hostedToken ? null : query.get("origin");
const find = (id) => document.getElementById(id);
const panel = find("panel");
const view = find("view");
const backButton = find("back");
const isNarrow = matchMedia("(max-width: 559px)");

let t = texts.en;
/** The state of this link session, from the server. */
let session = null;
let bank = null;
/** Shows the current step again when the person decides to stay. */
let current = null;
let goBack = null;
let waiting = 0;

const emit = (message) => {
  if (parentOrigin) parent.postMessage({ from: "bank-link", ...message }, parentOrigin);
};
const event = (name, rest = {}) =>
  emit({
    kind: "event",
    name,
    metadata: { link_session_id: session?.sessionId ?? "", timestamp: new Date().toISOString(), ...rest },
  });

async function ask(path, body) {
  let response;
  try {
    response = await fetch(`/plaid/link/sessions${path}`, {
      method: body ? "POST" : "GET",
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw { error_code: "INTERNAL_SERVER_ERROR", display_message: t.offline };
  }
  const answer = await response.json();
  if (!response.ok) throw answer;
  session = answer;
  return answer;
}
const messageOf = (error) => t.errors?.[error.error_code] ?? error.display_message ?? error.error_message ?? t.offline;

/** Builds an element; children are elements or text, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
const tick = "M5 12.5l4.5 4.5L19 7.5";
const badge = ({ name, color }, extra = "") => {
  const letters = name
    .split(" ")
    .slice(0, 2)
    .map((word) => word[0])
    .join("");
  const made = make("span", { class: `badge ${extra}`, "aria-hidden": "true" }, letters);
  made.style.background = color;
  return made;
};

function show(name, draw, back = null) {
  clearInterval(waiting);
  current = () => show(name, draw, back);
  goBack = back;
  backButton.hidden = !back;
  const { body, foot } = draw();
  const scroll = make("div", { class: "scroll" }, ...body);
  const shown = foot ? [scroll, make("div", { class: "foot" }, ...foot)] : [scroll];
  view.replaceChildren(...shown);
  const heading = view.querySelector("h1");
  heading.id = "title";
  heading.tabIndex = -1;
  // A scrolling panel must be reachable with the keyboard even if it contains nothing focusable.
  if (scroll.scrollHeight > scroll.clientHeight) scroll.tabIndex = 0;
  // The frame may be taller than the window, so each page begins with its top in sight.
  heading.focus({ preventScroll: true });
  panel.scrollIntoView({ block: isNarrow.matches ? "start" : "nearest" });
  document.title = heading.textContent;
  event("TRANSITION_VIEW", { view_name: name });
}

/** A form that sends to the server, shows errors above its fields, and cannot be submitted twice at once. */
function form(fields, label, send, check) {
  const wrong = make("div", { role: "alert" });
  const button = make("button", { class: "main", type: "submit", form: "form" }, label);
  const showError = (text) => {
    wrong.replaceChildren(make("p", { class: "wrong" }, text));
    for (const input of element.querySelectorAll("input:not([type=checkbox])"))
      input.setAttribute("aria-invalid", "true");
    (element.querySelector("input[aria-invalid]") ?? button).focus();
  };
  const element = make(
    "form",
    {
      id: "form",
      novalidate: true,
      onsubmit: async (submitted) => {
        submitted.preventDefault();
        const values = new FormData(element);
        const lacking = check(values);
        if (lacking) return showError(lacking);
        button.disabled = true;
        try {
          await send(values);
        } catch (error) {
          button.disabled = false;
          if (!error.error_code) throw error;
          event("ERROR", { error_code: error.error_code, error_type: error.error_type });
          if (error.error_type === "INSTITUTION_ERROR" || ["ITEM_LOCKED", "NO_ACCOUNTS"].includes(error.error_code))
            return failed(error);
          showError(messageOf(error));
        }
      },
    },
    wrong,
    ...fields,
  );
  return { element, button };
}

function consent() {
  show("CONSENT", () => ({
    body: [
      make("h1", {}, t.consent(session.clientName)),
      make(
        "ul",
        { class: "points" },
        ...t.consentPoints.map(([head, text]) =>
          make("li", {}, icon(tick), make("div", {}, make("b", {}, head), make("div", { class: "quiet" }, text))),
        ),
      ),
    ],
    foot: [make("button", { class: "main", type: "button", onclick: () => chooseBank() }, t.continue)],
  }));
}

function chooseBank() {
  show(
    "SELECT_INSTITUTION",
    () => {
      const list = make("ul", { class: "banks" });
      const count = make("p", { class: "quiet", role: "status" });
      const plain = (text) => text.toLowerCase().trim();
      const draw = () => {
        const found = session.institutions.filter(({ name }) => plain(name).includes(plain(input.value)));
        list.replaceChildren(
          ...found.map((one) =>
            make(
              "li",
              {},
              make(
                "button",
                { type: "button", onclick: () => choose(one) },
                badge(one),
                make("span", { class: "name" }, one.name),
              ),
            ),
          ),
        );
        count.textContent = found.length ? t.found(found.length) : t.none;
      };
      const input = make("input", { type: "search", id: "search", autocomplete: "off", oninput: draw });
      draw();
      return { body: [make("h1", {}, t.bankTitle), make("label", { for: "search" }, t.search), input, count, list] };
    },
    consent,
  );
}

function choose(one) {
  bank = one;
  event("SELECT_INSTITUTION", { institution_id: one.id, institution_name: one.name });
  if (one.isOauth) goToBank();
  else signIn();
}

/** The step before a bank's sign-in. A relinked bank was not chosen here. */
const beforeBank = () => (session.isUpdate ? null : chooseBank);

function signIn() {
  show(
    "CREDENTIAL",
    () => {
      const { element, button } = form(
        [
          make("label", { for: "user" }, t.user),
          make("input", {
            type: "text",
            id: "user",
            name: "user",
            autocomplete: "off",
            autocapitalize: "none",
            spellcheck: "false",
          }),
          make("label", { for: "password" }, t.password),
          make("input", { type: "password", id: "password", name: "password", autocomplete: "off" }),
        ],
        t.submit,
        async (values) => {
          event("SUBMIT_CREDENTIALS");
          await ask(`/${session.sessionId}/login`, { institutionId: bank.id, ...Object.fromEntries(values) });
          proceed();
        },
        (values) => (values.get("user") && values.get("password") ? null : t.missing),
      );
      const names = session.hint.users.flatMap((user, n) => [n ? ", " : "", make("code", {}, user)]);
      const all = make("a", { href: "/#plaid", target: "_blank" }, t.hintAll);
      const heading = session.isUpdate ? t.again(bank.name) : t.loginTitle(bank.name);
      return {
        body: [
          badge(bank, "lead-badge"),
          make("h1", {}, heading),
          make("p", { class: "quiet" }, t.loginText),
          element,
          make("p", { class: "hint" }, t.hint, " ", ...names, ". ", all),
        ],
        foot: [button],
      };
    },
    beforeBank(),
  );
}

const bankPage = () => `/plaid/oauth/${session.sessionId}?bank=${encodeURIComponent(bank.id)}`;

function goToBank() {
  show(
    "OAUTH",
    () => ({
      body: [
        badge(bank, "lead-badge"),
        make("h1", {}, t.oauthTitle(bank.name)),
        make("p", {}, session.isHosted ? t.oauthHosted(bank.name) : t.oauthText(bank.name)),
      ],
      // A link instead of a script opens the window, so that pop-up blockers allow it.
      foot: [
        session.isHosted
          ? make("a", { class: "main", href: bankPage() }, t.oauthGo(bank.name))
          : make(
              "a",
              { class: "main", href: bankPage(), target: "_blank", rel: "opener", onclick: waitForBank },
              t.oauthGo(bank.name),
            ),
      ],
    }),
    beforeBank(),
  );
}

function waitForBank() {
  event("OPEN_OAUTH");
  // Runs after the click has opened the link.
  setTimeout(() => {
    show(
      "LOADING",
      () => ({
        body: [
          make("div", { class: "spinner" }),
          make("h1", {}, t.waiting(bank.name)),
          make("p", { class: "quiet" }, t.waitingText),
        ],
        foot: [make("a", { class: "second", href: bankPage(), target: "_blank", rel: "opener" }, t.openAgain)],
      }),
      beforeBank(),
    );
    waiting = setInterval(async () => {
      const { stage } = await ask(`/${session.sessionId}`).catch(() => ({ stage: "BANK" }));
      if (stage !== "BANK") proceed();
    }, 500);
  });
}

function proceed() {
  clearInterval(waiting);
  if (session.stage === "CODE") return askForCode();
  if (session.stage === "ACCOUNTS") return chooseAccounts();
  if (session.stage === "LINKED") return succeeded();
  return session.isUpdate ? choose(session.institution) : consent();
}

function askForCode() {
  show(
    "MFA",
    () => {
      const { element, button } = form(
        [
          make("label", { for: "code" }, t.code),
          make("input", {
            type: "text",
            id: "code",
            name: "code",
            inputmode: "numeric",
            autocomplete: "one-time-code",
          }),
        ],
        t.continue,
        async (values) => {
          event("SUBMIT_MFA");
          await ask(`/${session.sessionId}/code`, { code: values.get("code") });
          proceed();
        },
        (values) => (values.get("code") ? null : t.codeMissing),
      );
      const hint = make("p", { class: "hint" }, t.codeHint, " ", make("code", {}, session.hint.code), ".");
      return {
        body: [make("h1", {}, t.codeTitle), make("p", { class: "quiet" }, t.codeText), element, hint],
        foot: [button],
      };
    },
    signIn,
  );
}

function chooseAccounts() {
  show("SELECT_ACCOUNT", () => {
    const rows = session.accounts.map(({ pocket, name, ending }) =>
      make(
        "label",
        {},
        make("input", { type: "checkbox", name: "pockets", value: pocket, checked: true }),
        make("span", {}, make("b", {}, name), make("span", { class: "quiet" }, `${t.kinds[pocket]} •••• ${ending}`)),
      ),
    );
    const { element, button } = form(
      [make("fieldset", { class: "accounts" }, make("legend", {}, t.accountsText(session.clientName)), ...rows)],
      t.finish,
      async (values) => {
        await ask(`/${session.sessionId}/accounts`, { pockets: values.getAll("pockets") });
        proceed();
      },
      (values) => (values.getAll("pockets").length ? null : t.accountsMissing),
    );
    return { body: [make("h1", {}, t.accountsTitle), element], foot: [button] };
  });
}

function succeeded() {
  const { metadata, publicToken } = session;
  const finish = () => {
    event("HANDOFF");
    if (session.isHosted) return session.returnUrl && location.assign(session.returnUrl);
    emit({ kind: "success", publicToken, metadata });
  };
  show("CONNECTED", () => ({
    body: [
      make("div", { class: "big" }, icon(tick)),
      make("h1", {}, t.doneTitle),
      make("p", {}, t.doneText(metadata.institution.name, session.clientName)),
      make(
        "ul",
        { class: "quiet" },
        ...metadata.accounts.map(({ name, mask }) => make("li", {}, `${name} •••• ${mask}`)),
      ),
    ],
    foot: [make("button", { class: "main", type: "button", onclick: finish }, t.done)],
  }));
}

let lastError = null;
function failed(error) {
  lastError = error;
  show("ERROR", () => ({
    body: [
      make("div", { class: "big bad" }, icon("M12 7v6M12 16.5v.5")),
      make("h1", {}, t.failTitle),
      make("p", {}, messageOf(error)),
    ],
    foot: [
      make("button", { class: "main", type: "button", onclick: () => choose(bank) }, t.retry),
      session.isUpdate
        ? null
        : make("button", { class: "second", type: "button", onclick: () => chooseBank() }, t.otherBank),
    ].filter(Boolean),
  }));
}

function askToLeave() {
  if (!session || session.stage === "LINKED") return leave();
  const stay = current;
  show("EXIT", () => ({
    body: [make("h1", {}, t.leaveTitle), make("p", {}, t.leaveText)],
    foot: [
      make("button", { class: "main", type: "button", onclick: stay }, t.stay),
      make("button", { class: "second", type: "button", onclick: leave }, t.leave),
    ],
  }));
}

async function leave() {
  if (session?.stage === "LINKED") return view.querySelector(".main").click();
  if (session) await ask(`/${session.sessionId}/leave`, {}).catch(() => {});
  event("EXIT");
  if (session?.isHosted) return session.returnUrl && location.assign(session.returnUrl);
  const institution = bank ? { institution_id: bank.id, name: bank.name } : null;
  const status = bank ? "requires_credentials" : "institution_not_selected";
  emit({
    kind: "exit",
    error: lastError,
    metadata: { institution, status, link_session_id: session?.sessionId ?? "" },
  });
}

function gone() {
  find("close").hidden = !parentOrigin;
  view.replaceChildren(
    make("div", { class: "scroll" }, make("h1", { id: "title", tabindex: "-1" }, t.failTitle), make("p", {}, t.gone)),
  );
  view.querySelector("h1").focus();
}

find("close").addEventListener("click", () => askToLeave());
backButton.addEventListener("click", () => goBack?.());
addEventListener("keydown", (pressed) => {
  if (pressed.key === "Escape") askToLeave();
  if (pressed.key !== "Tab") return;
  // Tab moves from the last control to the first, so that focus stays in the dialog.
  const reachable = [...panel.querySelectorAll("button, a, input, [tabindex='0']")].filter(
    (one) => !one.disabled && one.offsetParent !== null,
  );
  const [first, last] = [reachable[0], reachable.at(-1)];
  const from = document.activeElement;
  if (pressed.shiftKey ? from === first || from.tagName === "H1" : from === last) {
    pressed.preventDefault();
    (pressed.shiftKey ? last : first).focus();
  }
});
addEventListener("message", ({ source, origin, data }) => {
  if (source === parent && origin === parentOrigin && data?.to === "bank-link" && data.kind === "exit") askToLeave();
});

if (!hostedToken) document.body.classList.add("framed");
try {
  const resumed = query.get("session");
  await (resumed ? ask(`/${resumed}`) : ask("", { token }));
  t = texts[session.language] ?? texts.en;
  document.documentElement.lang = session.language;
  find("client").textContent = session.clientName;
  backButton.setAttribute("aria-label", t.back);
  find("close").setAttribute("aria-label", t.close);
  bank = session.institution;
  event("OPEN");
  proceed();
} catch (error) {
  if (!error.error_code) throw error;
  find("close").setAttribute("aria-label", t.close);
  gone();
}
