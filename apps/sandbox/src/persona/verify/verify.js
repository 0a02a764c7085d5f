// The identity check page. Inside the frame of the vendor's library it posts messages to the page around it. Pictures stay in the browser.
import { ask, big, busyButton, icon, make, openPanel, paths } from "/persona/kit/kit.js";
import { texts } from "./texts.js";

const query = new URLSearchParams(location.search);
const language = query.get("language")?.startsWith("es") ? "es" : "en";
const t = texts[language];
document.documentElement.lang = language;
const home = query.get("message-target-origin") ?? query.get("iframe-origin");
const containerId = query.get("container-id");
const entry = query.get("code")
  ? { code: query.get("code") }
  : { sessionToken: query.get("session-token") ?? undefined };

/** The inquiry, from the sandbox. */
let check = null;
let isOver = false;

const emit = (name, rest) => {
  if (home && parent !== window) parent.postMessage({ name, containerId, ...rest }, home);
};
const say = (name, metadata = {}) => emit(name, { metadata });
const names = () => ({ inquiryId: check?.inquiryId, sessionToken: check?.sessionToken });
const panel = openPanel({ onShow: (name) => say("page-change", { pathname: `/${name}`, name }) });
const { show } = panel;

const documents = ["license", "card", "passport"];
let documentKind = null;
let pictures = [];

const outlines = {
  card: "M3 6h18v12H3zM7 13.5a2 2 0 1 1 4 0M9 9.5a1.4 1.4 0 1 0 0 .01M14 10h4M14 13h4",
  face: "M12 4a5 6 0 1 0 0 12a5 6 0 0 0 0-12M5 21c1-3 4-4 7-4s6 1 7 4",
};
/** Drawings, so that the sandbox contains no real faces or documents. */
const samples = {
  front:
    '<rect width="320" height="200" rx="12" fill="#dfe9f5"/><rect width="320" height="38" rx="12" fill="#1d4f91"/><text x="16" y="25" font-size="15" font-weight="700" fill="#fff">SAMPLE STATE</text><rect x="18" y="58" width="82" height="104" rx="6" fill="#b9cbe2"/><circle cx="59" cy="96" r="19" fill="#8ba6c8"/><path d="M30 162c3-26 15-36 29-36s26 10 29 36z" fill="#8ba6c8"/><g font-size="12" fill="#22344a"><text x="118" y="74">SAMPLE</text><text x="118" y="94">ALEX JORDAN</text><text x="118" y="122">12 MAIN STREET</text><text x="118" y="150">EXP 01/01/2031</text></g>',
  back: '<rect width="320" height="200" rx="12" fill="#eceff3"/><rect y="24" width="320" height="34" fill="#3b4654"/><g fill="#3b4654"><rect x="22" y="84" width="4" height="70"/><rect x="32" y="84" width="9" height="70"/><rect x="46" y="84" width="3" height="70"/><rect x="56" y="84" width="12" height="70"/><rect x="74" y="84" width="4" height="70"/><rect x="86" y="84" width="7" height="70"/><rect x="98" y="84" width="3" height="70"/><rect x="108" y="84" width="10" height="70"/><rect x="126" y="84" width="4" height="70"/><rect x="136" y="84" width="13" height="70"/></g><text x="170" y="120" font-size="14" fill="#22344a">SAMPLE, NOT VALID</text>',
  face: '<rect width="200" height="200" fill="#dfe9f5"/><circle cx="100" cy="82" r="42" fill="#c79b7b"/><path d="M58 78c0-36 84-36 84 0-8-16-20-20-42-20s-34 4-42 20z" fill="#4a3528"/><circle cx="86" cy="82" r="4" fill="#3a2a20"/><circle cx="114" cy="82" r="4" fill="#3a2a20"/><path d="M86 102q14 10 28 0" fill="none" stroke="#3a2a20" stroke-width="3" stroke-linecap="round"/><path d="M34 200c4-46 30-64 66-64s62 18 66 64z" fill="#1d4f91"/>',
};

function sampleOf(kind) {
  const size = kind === "face" ? "0 0 200 200" : "0 0 320 200";
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}" font-family="sans-serif">${samples[kind]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

const steps = (n, of) => {
  const bar = make("div", { class: "steps", role: "img", "aria-label": t.step(n, of) });
  for (let one = 1; one <= of; one++) bar.append(make("span", { class: one <= n ? "done" : "" }));
  return bar;
};
const second = (label, act) => make("button", { type: "button", class: "second", onclick: act }, label);
const stepCount = () => (documentKind === "passport" ? 3 : 4);

function showIntro() {
  show("start", () => ({
    body: [
      big(paths.lock, "waits"),
      make("h1", {}, t.hello(check.firstName)),
      make("p", {}, t.lead),
      make(
        "ul",
        { class: "points" },
        ...t.needs.map((need) => make("li", {}, icon(paths.tick), make("span", {}, need))),
      ),
    ],
    foot: [
      make("p", { class: "quiet", style: "margin:0" }, t.consent),
      busyButton(t.begin, async () => {
        try {
          await ask("/persona/page/begin", { sessionToken: check.sessionToken });
        } catch (error) {
          return showLost(error);
        }
        say("start", names());
        showDocuments();
      }),
    ],
  }));
}

function showDocuments() {
  pictures = [];
  show(
    "document",
    () => ({
      body: [
        steps(1, 4),
        make("h1", {}, t.choose),
        make(
          "ul",
          { class: "choices", style: "margin-top:16px" },
          ...documents.map((kind) => {
            const [name, sides] = t.documents[kind];
            const choose = () => {
              documentKind = kind;
              showPicture("front");
            };
            return make(
              "li",
              {},
              make(
                "button",
                { type: "button", onclick: choose },
                make("span", {}, make("b", {}, name), make("small", {}, sides)),
              ),
            );
          }),
        ),
      ],
    }),
    showIntro,
  );
}

/** One picture: taken, chosen or a sample, then confirmed. */
function showPicture(side) {
  const isFace = side === "face";
  const heading = isFace ? t.selfie : side === "front" ? t.front[documentKind] : t.reverse[documentKind];
  const back = () => {
    pictures.pop();
    if (side === "front") showDocuments();
    else if (side === "back" || documentKind === "passport") showPicture("front");
    else showPicture("back");
  };
  const step = isFace ? stepCount() : side === "front" ? 2 : 3;
  const draw = (address, wrong = null) =>
    show(
      `picture-${side}`,
      () => {
        const choose = (event) => {
          const [file] = event.target.files;
          if (!file) return;
          if (!file.type.startsWith("image/")) return draw(null, t.notAPicture);
          say(isFace ? "selfie-camera-capture" : "document-camera-capture");
          draw(URL.createObjectURL(file));
        };
        const camera = make("input", {
          type: "file",
          accept: "image/*",
          capture: isFace ? "user" : "environment",
          onchange: choose,
          "aria-label": t.take,
        });
        const frame = make("div", { class: `picture ${isFace ? "round" : ""} ${address ? "taken" : ""}` });
        if (address) frame.append(make("img", { src: address, alt: t.taken }));
        else {
          const outline = icon(isFace ? outlines.face : outlines.card);
          outline.classList.add("outline");
          frame.append(outline);
        }
        const use = () => {
          pictures.push(side);
          if (isFace) return showSend();
          showPicture(side === "front" && documentKind !== "passport" ? "back" : "face");
        };
        return {
          body: [
            steps(step, stepCount()),
            make("h1", {}, heading),
            make("p", { class: "quiet" }, isFace ? t.selfieLead : t.photoLead),
            make("div", { role: "alert" }, wrong ? make("p", { class: "wrong" }, wrong) : ""),
            frame,
          ],
          foot: address
            ? [
                make("button", { type: "button", class: "main", onclick: use }, t.use),
                second(t.retake, () => draw(null)),
              ]
            : [
                make("div", { class: "main file" }, make("span", { "aria-hidden": "true" }, t.take), camera),
                second(t.sample, () => draw(sampleOf(side))),
              ],
        };
      },
      back,
    );
  draw(null);
}

function showSend() {
  show(
    "send",
    () => {
      const choices = Object.keys(check.endings).map((ending) =>
        make(
          "label",
          {},
          make("input", { type: "radio", name: "ending", value: ending, checked: ending === "pass" }),
          make("span", {}, t.endingNames[ending]),
        ),
      );
      const wrong = make("div", { role: "alert" });
      return {
        body: [
          big(paths.tick),
          make("h1", {}, t.ready),
          make(
            "ul",
            // In a frame, the page around it continues; by itself, this is the last step.
            ...pictures.map((side) => make("li", {}, icon(paths.tick), make("span", {}, nameOf(side)))),
          ),
          make("fieldset", { class: "endings" }, make("legend", {}, t.endings), ...choices),
          wrong,
        ],
        foot: [
          busyButton(t.send, async () => {
            const ending = document.querySelector("input[name=ending]:checked")?.value;
            showSending();
            try {
              const { status } = await ask("/persona/page/submit", { sessionToken: check.sessionToken, ending });
              finish(status);
            } catch (error) {
              showLost(error);
            }
          }),
        ],
      };
    },
    () => {
      pictures.pop();
      showPicture("face");
    },
  );
}
const nameOf = (side) =>
  side === "face" ? t.face : side === "front" ? t.front[documentKind] : t.reverse[documentKind];

function showSending() {
  show("sending", () => ({ body: [make("div", { class: "spinner" }), make("h1", { role: "status" }, t.sending)] }));
}

function finish(status) {
  isOver = true;
  check.status = status;
  const [sign, kind, heading, lead] = {
    failed: [paths.cross, "bad", t.failed, t.failedLead],
    needs_review: [paths.clock, "waits", t.reviewed, t.reviewedLead],
  }[status] ?? [paths.tick, "", t.done, t.doneLead];
  // In a frame the page around takes over; by itself, this is where a person ends.
  show("end", () => ({
    body: [big(sign, kind), make("h1", {}, heading), make("p", {}, lead)],
    foot: home ? [make("button", { type: "button", class: "main", onclick: sendEnd }, t.finish)] : [],
  }));
}
const sendEnd = () =>
  say(check.status === "failed" ? "fail" : "complete", { ...names(), status: check.status, fields: {} });

function showLeave() {
  if (isOver) return sendEnd();
  show("leave", () => ({
    body: [make("h1", { style: "margin-top:28px" }, t.leave), make("p", {}, t.leaveLead)],
    foot: [
      make("button", { type: "button", class: "main", onclick: leave }, t.leaveYes),
      second(t.leaveNo, () => {
        const before = stay;
        stay = null;
        before();
      }),
    ],
  }));
}
const leave = () => say("exit", names());

/** The step that was shown before the person asked to leave. */
let stay = null;
document.getElementById("close").addEventListener("click", () => {
  if (!check) return leave();
  stay ??= panel.current();
  showLeave();
});

function showLost(error) {
  isOver = false;
  const status = Number(error?.status ?? 0);
  emit("error", { error: { status, code: error?.errors?.[0]?.title ?? "application_error" } });
  show("lost", () => ({
    body: [big(paths.cross, "bad"), make("h1", {}, t.lost), make("p", {}, t.lostLead)],
    foot: home ? [second(t.finish, leave)] : [],
  }));
}

addEventListener("message", ({ source, data }) => {
  if (source === parent && data?.action === "exit") leave();
});
document.getElementById("back").setAttribute("aria-label", t.back);
document.getElementById("close").setAttribute("aria-label", t.close);
document.getElementById("close").hidden = !home;

say("load");
show("loading", () => ({ body: [make("div", { class: "spinner" }), make("h1", { role: "status" }, t.loading)] }));
try {
  check = await ask("/persona/page/enter", entry);
  say("ready");
  if (check.status === "expired")
    show("expired", () => ({
      body: [big(paths.clock, "waits"), make("h1", {}, t.expired), make("p", {}, t.expiredLead)],
      foot: home ? [second(t.finish, leave)] : [],
    }));
  else if (check.status === "created" || check.status === "pending") showIntro();
  else {
    isOver = true;
    show("over", () => ({
      body: [big(paths.tick), make("h1", {}, t.over), make("p", {}, t.overLead)],
      foot: home ? [make("button", { type: "button", class: "main", onclick: sendEnd }, t.finish)] : [],
    }));
  }
} catch (error) {
  say("ready");
  showLost(error);
}
