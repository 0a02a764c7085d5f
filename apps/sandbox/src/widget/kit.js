// Shared code of the vendors' widget pages. Each page is one panel that shows one step at a time.

/** Builds an element; children are elements or text, never markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const paths = {
  tick: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6L6 18",
  clock: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z",
};

export const big = (path, kind = "") => make("div", { class: `big ${kind}` }, icon(path));

/**
 * A panel with a back button, a close button and one step at a time. In the middle of a page it takes the focus only after a person has
 * pressed something in it.
 */
export function openPanel({ onShow, isDialog = true }) {
  const find = (id) => document.getElementById(id);
  const view = find("view");
  const backButton = find("back");
  let goBack = null;
  /** Shows the current step again. */
  let current = null;
  let takesFocus = isDialog;
  addEventListener("click", () => (takesFocus = true), { capture: true });
  backButton.addEventListener("click", () => goBack?.());
  const show = (name, draw, back = null) => {
    current = () => show(name, draw, back);
    goBack = back;
    backButton.hidden = !back;
    const { body, foot = [] } = draw();
    const scroll = make("div", { class: "scroll" }, ...body);
    view.replaceChildren(scroll, ...(foot.length > 0 ? [make("div", { class: "foot" }, ...foot)] : []));
    const heading = view.querySelector("h1");
    heading.id = "title";
    heading.tabIndex = -1;
    // A scrolling panel must be reachable with the keyboard even if it contains nothing focusable.
    if (scroll.scrollHeight > scroll.clientHeight) scroll.tabIndex = 0;
    if (takesFocus) heading.focus();
    document.title = heading.textContent;
    onShow?.(name);
  };
  return { show, current: () => current };
}

/** Sends a request to the sandbox. Throws the body of an error response. */
export async function ask(url, body) {
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw answer;
  return answer;
}

/** A button that cannot be pressed twice while it works. */
export function busyButton(label, work, attributes = {}) {
  const button = make("button", { type: "button", class: "main", ...attributes }, label);
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      await work();
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
  return button;
}
