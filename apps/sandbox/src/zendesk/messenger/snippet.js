// The script that a page loads to open the help window, with the interface of the vendor's own script.
(() => {
  const home = new URL(document.currentScript.src).origin;
  let frame = null;
  let opener = null;
  let language = "en";
  let login = null;

  const emit = (message) => frame?.contentWindow.postMessage({ to: "messenger", ...message }, home);
  const logIn = () => login?.((token) => emit({ kind: "login", token, language }));
  const close = () => {
    if (!frame) return;
    frame.remove();
    frame = null;
    opener?.focus?.();
  };
  const open = () => {
    if (frame) return;
    opener = document.activeElement;
    frame = document.createElement("iframe");
    frame.title = language === "es" ? "Ventana de mensajes" : "Messaging window";
    const isNarrow = innerWidth < 560;
    const place = isNarrow
      ? "inset:0;width:100%;height:100%"
      : "right:16px;bottom:16px;width:380px;height:min(600px,calc(100% - 32px));border-radius:16px";
    frame.style.cssText = `position:fixed;${place};border:0;z-index:2147483000;background:#fff;color-scheme:light;box-shadow:0 20px 60px rgb(20 30 45 / 28%)`;
    frame.src = `${home}/zendesk/messenger`;
    document.body.append(frame);
  };
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== home || !frame || source !== frame.contentWindow || data?.from !== "messenger") return;
    if (data.kind === "ready" || data.kind === "login-again") logIn();
    if (data.kind === "ready") frame.focus();
    if (data.kind === "close") close();
  });

  window.zE = (target, act, value) => {
    if (target === "messenger:set" && act === "locale") language = value;
    if (target !== "messenger") return;
    if (act === "loginUser") login = value;
    if (act === "logoutUser") login = null;
    if (act === "open") open();
    if (act === "close") close();
  };
})();
