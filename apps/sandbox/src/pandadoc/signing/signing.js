import { emit, sessionFromHost } from "./host.js";
import { language, texts } from "./texts.js";

// The library is served from its package under this URL, so no file of this name exists here.
const pdfjs = await import(new URL("pdf.mjs", import.meta.url).href);
pdfjs.GlobalWorkerOptions.workerSrc = "/pandadoc/signing/pdf.worker.mjs";

const at = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const root = "/pandadoc/sessions";

document.documentElement.lang = language;
for (const [id, text] of Object.entries({
  ways: texts.ways,
  "way-type": texts.type,
  "way-draw": texts.draw,
  "name-label": texts.name,
  clear: texts.clear,
  "draw-hint": texts.drawHint,
  "adopt-title": texts.adopt,
  consent: texts.consent,
  cancel: texts.cancel,
  apply: texts.apply,
  next: texts.start,
  finish: texts.finish,
  decline: texts.decline,
}))
  at(id).textContent = text;

/** A final page: why the document cannot be signed, or that it is signed. */
function end(obstacle) {
  const [title, text] = texts.ends[obstacle] ?? texts.ends.NOT_FOUND;
  at("title").textContent = title;
  at("progress").hidden = true;
  at("actions").hidden = true;
  at("main").className = "end";
  at("main").replaceChildren(
    make("p", {
      className: `sign ${obstacle === "SIGNED" ? "good" : ""}`,
      ariaHidden: "true",
      textContent: obstacle === "SIGNED" ? "✓" : "!",
    }),
    make("p", { textContent: text }),
  );
  at("title").focus();
}

const named = /\/s\/([^/]+)$/.exec(location.pathname);
at("title").textContent = texts.loading;
const session = named ? named[1] : await sessionFromHost();
emit("loading", {});
const opened = await (await fetch(`${root}/${session}/open`, { method: "POST" })).json();
const about = { uuid: opened.document?.uuid, recipient: opened.recipient };
if (opened.obstacle) {
  end(opened.obstacle);
  emit(opened.obstacle === "NOT_FOUND" ? "not.found" : "exception", { ...about, reason: opened.obstacle });
} else {
  await show(opened);
}

async function show({ document: doc, recipient, fields }) {
  const values = new Map();
  const buttons = new Map();
  let signature = null;
  const pdf = await pdfjs.getDocument({ url: `${root}/${session}/document.pdf` }).promise;
  at("title").textContent = doc.name;
  document.title = doc.name;
  emit("loaded", about);

  const pages = at("main");
  pages.className = "pages";
  pages.tabIndex = 0;
  pages.setAttribute("aria-label", doc.name);
  pages.setAttribute("role", "region");
  for (let n = 1; n <= pdf.numPages; n++) {
    const page = await pdf.getPage(n);
    const { width, height } = page.getViewport({ scale: 1 });
    const sheet = make("section", { className: "sheet", ariaLabel: texts.page(n, pdf.numPages) });
    sheet.style.aspectRatio = `${width} / ${height}`;
    pages.append(sheet);
    const scale = (Math.min(sheet.clientWidth, 900) / width) * Math.max(devicePixelRatio, 1.5);
    const viewport = page.getViewport({ scale });
    const canvas = make("canvas", {
      width: Math.ceil(viewport.width),
      height: Math.ceil(viewport.height),
      ariaHidden: "true",
    });
    await page.render({ canvas, viewport }).promise;
    const { items } = await page.getTextContent();
    // Screen readers cannot read the canvas, so the text of the page is included.
    const words = make("p", { className: "unseen", textContent: items.map(({ str }) => str).join(" ") });
    sheet.append(words, canvas);
    for (const field of fields.filter((one) => one.page === n)) sheet.append(placed(field, width, height));
  }
  emit("rendered", about);

  function placed(field, width, height) {
    const button = make("button", { type: "button", className: `field ${field.type}` });
    Object.assign(button.style, {
      left: `${(field.x / width) * 100}%`,
      top: `${(field.y / height) * 100}%`,
      width: `${(field.width / width) * 100}%`,
      height: `${(field.height / height) * 100}%`,
    });
    button.append(make("span", { textContent: field.type === "date" ? texts.dateHere : texts.signHere }));
    button.addEventListener("click", () => (field.type === "date" ? fill(field, today()) : askForSignature(field)));
    buttons.set(field.uuid, button);
    return button;
  }
  function fill(field, value) {
    values.set(field.uuid, value);
    const button = buttons.get(field.uuid);
    button.classList.add("done");
    if (field.type === "date") button.replaceChildren(make("span", { textContent: value }));
    else button.replaceChildren(make("img", { src: value, alt: "" }));
    button.ariaLabel = field.type === "date" ? texts.dated(value) : texts.signed;
    progress();
    go();
  }
  function progress() {
    const isWhole = values.size === fields.length;
    at("count").textContent = texts.count(values.size, fields.length);
    at("bar").style.width = `${(values.size / Math.max(fields.length, 1)) * 100}%`;
    at("next").textContent = values.size === 0 ? texts.start : texts.next;
    at("next").hidden = isWhole;
    at("finish").hidden = !isWhole;
  }
  /** Moves to the next empty field, or to the finish button. */
  function go() {
    const next = fields.find(({ uuid }) => !values.has(uuid));
    const target = next ? buttons.get(next.uuid) : at("finish");
    target.focus({ preventScroll: true });
    if (next)
      target.scrollIntoView({
        block: "center",
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
      });
  }
  /** The adopted signature is used for every empty place. A filled one is clicked to adopt another. */
  const askForSignature = async (field) => {
    if (signature && !values.has(field.uuid)) return fill(field, signature.picture);
    const drawn = await adopt(signature?.name ?? recipient.name);
    if (!drawn) return buttons.get(field.uuid).focus();
    signature = drawn;
    fill(field, drawn.picture);
  };

  at("next").addEventListener("click", go);
  at("decline").addEventListener("click", async () => {
    const response = await fetch(`${root}/${session}/decline`, { method: "POST" });
    const { obstacle } = await response.json();
    end(obstacle);
    emit("exception", { ...about, reason: obstacle });
  });
  at("finish").addEventListener("click", async () => {
    at("finish").disabled = true;
    at("finish").textContent = texts.finishing;
    try {
      const response = await fetch(`${root}/${session}/finish`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ values: Object.fromEntries(values) }),
      });
      const { obstacle } = await response.json();
      if (!obstacle) throw new Error(`answered ${response.status}`);
      end(obstacle);
      if (response.ok) emit("completed", about);
      else emit("exception", { ...about, reason: obstacle });
    } catch {
      at("finish").disabled = false;
      at("finish").textContent = texts.finish;
      at("count").textContent = texts.failed;
      emit("exception", { ...about, reason: "NOT_FINISHED" });
    }
  });
  at("progress").hidden = false;
  at("actions").hidden = false;
  progress();
  at("title").focus({ preventScroll: true });
}

const today = () => new Date().toLocaleDateString(language === "es" ? "es-US" : "en-US", { dateStyle: "medium" });

/** Asks for a signature. Null when the person cancels. */
function adopt(name) {
  const [dialog, input, typed, drawn] = [at("adopt"), at("name"), at("typed"), at("drawn")];
  const leaving = new AbortController();
  const { signal } = leaving;
  const way = () => dialog.querySelector("input[name=way]:checked").value;
  let strokes = 0;
  const write = async () => {
    await document.fonts.load("96px Script");
    const pen = typed.getContext("2d");
    pen.clearRect(0, 0, typed.width, typed.height);
    const text = input.value.trim();
    // The largest size at which the name fits.
    let size = 110;
    do {
      pen.font = `${size}px Script, cursive`;
      size -= 4;
    } while (size > 20 && pen.measureText(text).width > typed.width - 40);
    pen.fillStyle = "#14213d";
    pen.textBaseline = "middle";
    pen.fillText(text, 20, typed.height / 2);
    typed.ariaLabel = texts.typedPicture(text);
  };
  const clear = () => {
    drawn.getContext("2d").clearRect(0, 0, drawn.width, drawn.height);
    strokes = 0;
  };
  const shown = () => {
    at("typing").hidden = way() !== "type";
    at("drawing").hidden = way() !== "draw";
    at("wrong").textContent = "";
  };
  const where = (event) => {
    const box = drawn.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * drawn.width,
      ((event.clientY - box.top) / box.height) * drawn.height,
    ];
  };
  drawn.ariaLabel = texts.drawnPicture;
  input.value = name;
  shown();
  clear();
  write();
  input.addEventListener("input", write, { signal });
  for (const radio of dialog.querySelectorAll("input[name=way]")) radio.addEventListener("change", shown, { signal });
  at("clear").addEventListener("click", clear, { signal });
  drawn.addEventListener(
    "pointerdown",
    (event) => {
      drawn.setPointerCapture(event.pointerId);
      const pen = drawn.getContext("2d");
      Object.assign(pen, { lineWidth: 5, lineCap: "round", lineJoin: "round", strokeStyle: "#14213d" });
      pen.beginPath();
      pen.moveTo(...where(event));
    },
    { signal },
  );
  drawn.addEventListener(
    "pointermove",
    (event) => {
      if (!drawn.hasPointerCapture(event.pointerId)) return;
      const pen = drawn.getContext("2d");
      pen.lineTo(...where(event));
      pen.stroke();
      strokes++;
      at("wrong").textContent = "";
    },
    { signal },
  );
  at("cancel").addEventListener("click", () => dialog.close(""), { signal });
  return new Promise((resolve) => {
    dialog.querySelector("form").addEventListener(
      "submit",
      (event) => {
        const missing =
          way() === "type" ? (input.value.trim() ? "" : texts.nameMissing) : strokes ? "" : texts.drawingMissing;
        if (!missing) return;
        event.preventDefault();
        at("wrong").textContent = missing;
        if (way() === "type") input.focus();
      },
      { signal },
    );
    at("apply").value = "adopted";
    dialog.returnValue = "";
    dialog.addEventListener(
      "close",
      async () => {
        leaving.abort();
        if (dialog.returnValue !== "adopted") return resolve(null);
        if (way() === "type") await write();
        resolve({ name: input.value.trim(), picture: (way() === "type" ? typed : drawn).toDataURL("image/png") });
      },
      { signal, once: true },
    );
    dialog.showModal();
    input.select();
  });
}
