// The script that a page loads to open the bank link, with the interface of the vendor's own script.
(() => {
  const home = new URL(document.currentScript.src).origin;

  /** @param {{ token: string, onSuccess: Function, onExit?: Function, onEvent?: Function, onLoad?: Function }} options */
  function create(options) {
    let frame = null;
    let opener = null;
    const close = () => {
      frame?.remove();
      frame = null;
      opener?.focus?.();
    };
    const onMessage = ({ origin, source, data }) => {
      if (origin !== home || !frame || source !== frame.contentWindow || data?.from !== "bank-link") return;
      if (data.kind === "event") options.onEvent?.(data.name, data.metadata);
      if (data.kind === "success") {
        close();
        options.onSuccess(data.publicToken, data.metadata);
      }
      if (data.kind === "exit") {
        close();
        options.onExit?.(data.error, data.metadata);
      }
    };
    addEventListener("message", onMessage);
    queueMicrotask(() => options.onLoad?.());
    return {
      open() {
        if (frame) return;
        opener = document.activeElement;
        frame = document.createElement("iframe");
        frame.title = "Link your bank";
        frame.allow = "encrypted-media";
        frame.style.cssText =
          "position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647;background:transparent;color-scheme:light";
        const query = new URLSearchParams({ token: options.token, origin: location.origin });
        frame.src = `${home}/plaid/link?${query}`;
        frame.addEventListener("load", () => frame?.focus());
        document.body.append(frame);
      },
      exit({ force = false } = {}) {
        if (!frame) return;
        if (force) {
          close();
          options.onExit?.(null, {});
        } else frame.contentWindow.postMessage({ to: "bank-link", kind: "exit" }, home);
      },
      submit() {},
      destroy() {
        removeEventListener("message", onMessage);
        close();
      },
    };
  }

  window.Plaid = { create, version: "2" };
})();
