// A person connects a company's accounting program. In a frame it posts messages to the page around it; by itself it redirects to a URL.
import { ask, big, busyButton, icon, make, openPanel, paths } from "/railz/kit/kit.js";
import { texts } from "./texts.js";

const query = new URLSearchParams(location.search);
const language = query.get("language") === "es" ? "es" : "en";
const t = texts[language];
document.documentElement.lang = language;
const businessName = query.get("businessName") ?? "";
const home = parent === window ? null : query.get("origin");
const redirectUrl = query.get("redirectUrl");

const emit = (event, data = {}) => {
  if (home) parent.postMessage({ event, data: { businessName, ...data } }, home);
};
const { show, current } = openPanel({ isDialog: false });
let services = [];
let service = null;
let login = { user: "", password: "" };
let connected = null;
let stay = null;

const messageOf = ({ error }) => t.errors[error] ?? t.errors.offline;
const second = (label, act) => make("button", { type: "button", class: "second", onclick: act }, label);
const badge = ({ title, color }, extra = "") => {
  const letters = title
    .split(" ")
    .slice(0, 2)
    .map((word) => word[0])
    .join("");
  const made = make("span", { class: `badge ${extra}`, "aria-hidden": "true" }, letters);
  made.style.background = color;
  return made;
};
/** Returns to the page that the person came from. Only http and https URLs are followed. */
const leave = (ending) => {
  emit(ending);
  if (!home && /^https?:/.test(redirectUrl ?? "")) location.href = redirectUrl;
};

function showServices() {
  show("services", () => ({
    body: [
      make("h1", {}, t.choose),
      make("p", { class: "quiet" }, t.chooseLead),
      make(
        "ul",
        { class: "choices" },
        ...services.map((one) => {
          const choose = () => {
            service = one;
            showLogin();
          };
          return make(
            "li",
            {},
            make("button", { type: "button", onclick: choose }, badge(one), make("b", {}, one.title)),
          );
        }),
      ),
    ],
  }));
}

function showLogin(error = null) {
  show(
    "login",
    () => {
      const wrong = make("div", { role: "alert" }, error ? make("p", { class: "wrong" }, error) : "");
      const invalid = error ? { "aria-invalid": "true" } : {};
      const user = make("input", {
        id: "user",
        type: "text",
        autocomplete: "off",
        autocapitalize: "none",
        value: login.user,
        ...invalid,
      });
      const password = make("input", { id: "password", type: "password", autocomplete: "off", ...invalid });
      const send = async () => {
        login = { user: user.value, password: password.value };
        if (!login.user.trim() || !login.password) return again(t.lacking);
        try {
          const { companies } = await ask("/railz/connect/login", {
            businessName,
            serviceName: service.name,
            ...login,
          });
          showCompanies(companies);
        } catch (refusal) {
          again(messageOf(refusal));
        }
      };
      const again = (sentence) => {
        showLogin(sentence);
        document.getElementById("user").focus();
      };
      const press = (event) => {
        event.preventDefault();
        button.click();
      };
      const button = busyButton(t.continue, send);
      return {
        body: [
          badge(service, "lead-badge"),
          make("h1", {}, t.signIn(service.title)),
          wrong,
          make(
            "form",
            { novalidate: true, onsubmit: press },
            make("label", { for: "user" }, t.user),
            user,
            make("label", { for: "password" }, t.password),
            password,
            make("button", { hidden: true }, t.continue),
          ),
          make("p", { class: "hint" }, `${t.hint} `, ...hints()),
        ],
        foot: [button],
      };
    },
    showServices,
  );
}
const hints = () =>
  ["user_slow", "user_expires", "user_empty", "wrong"].flatMap((name) => [make("code", {}, name), " "]);

function showCompanies(companies) {
  if (companies.length === 0)
    return show(
      "no-company",
      () => ({
        body: [big(paths.cross, "bad"), make("h1", {}, t.noCompany), make("p", {}, t.noCompanyLead)],
        foot: [second(t.another, () => showLogin())],
      }),
      () => showLogin(),
    );
  show(
    "companies",
    () => ({
      body: [
        make("h1", {}, t.company),
        make(
          "ul",
          { class: "choices" },
          ...companies.map((company) => {
            const choose = () => showConsent(company, companies);
            const words = make("span", {}, make("b", {}, company.name), make("small", {}, company.about));
            return make("li", {}, make("button", { type: "button", onclick: choose }, words));
          }),
        ),
      ],
    }),
    () => showLogin(),
  );
}

function showConsent(company, companies) {
  const wrong = make("div", { role: "alert" });
  const allow = async () => {
    try {
      const body = { businessName, serviceName: service.name, companyId: company.id, ...login };
      connected = await ask("/railz/connect/allow", body);
      login = { user: "", password: "" };
      emit("authorization", connected);
      showDone();
    } catch (refusal) {
      wrong.replaceChildren(make("p", { class: "wrong" }, messageOf(refusal)));
    }
  };
  show(
    "consent",
    () => ({
      body: [
        badge(service, "lead-badge"),
        make("h1", {}, t.allow(company.name)),
        make(
          "ul",
          { class: "points" },
          ...t.reads.map((what) => make("li", {}, icon(paths.tick), make("span", {}, what))),
        ),
        make("p", { class: "quiet", style: "margin-top:12px" }, t.writes),
        wrong,
      ],
      foot: [busyButton(t.yes, allow), second(t.no, () => leave("exit"))],
    }),
    () => showCompanies(companies),
  );
}

function showDone() {
  show("done", () => ({
    body: [big(paths.tick), make("h1", {}, t.done), make("p", {}, t.doneLead)],
    foot:
      home || redirectUrl
        ? [make("button", { type: "button", class: "main", onclick: () => leave("exit") }, t.finish)]
        : [],
  }));
}

document.getElementById("close").addEventListener("click", () => {
  if (connected || services.length === 0) return leave("exit");
  stay ??= current();
  show("leave", () => ({
    body: [make("h1", { style: "margin-top:28px" }, t.leave), make("p", {}, t.leaveLead)],
    foot: [
      make("button", { type: "button", class: "main", onclick: () => leave("exit") }, t.leaveYes),
      second(t.leaveNo, () => {
        const before = stay;
        stay = null;
        before();
      }),
    ],
  }));
});
document.getElementById("back").setAttribute("aria-label", t.back);
document.getElementById("close").setAttribute("aria-label", t.close);
document.getElementById("close").hidden = !home && !redirectUrl;

show("loading", () => ({ body: [make("div", { class: "spinner" }), make("h1", { role: "status" }, t.loading)] }));
try {
  ({ services } = await ask(`/railz/connect/business?${new URLSearchParams({ businessName })}`));
  emit("load");
  showServices();
} catch (refusal) {
  emit("error", { error: refusal.error ?? "OFFLINE" });
  show("lost", () => ({
    body: [big(paths.cross, "bad"), make("h1", {}, t.lost), make("p", {}, messageOf(refusal))],
    foot: home ? [second(t.finish, () => leave("exit"))] : [],
  }));
}
