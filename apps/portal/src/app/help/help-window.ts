/** The part of the vendor's script that we use. */
type HelpWindow = {
  (target: "messenger", act: "open" | "close" | "logoutUser"): void;
  (target: "messenger", act: "loginUser", tell: (take: (token: string) => void) => void): void;
  (target: "messenger:set", what: "locale", language: string): void;
};
declare global {
  interface Window {
    zE?: HelpWindow;
  }
}

type Opening = { scriptUrl: string; language: string; askForToken: () => Promise<string> };

/** Opens the window in which a person writes to whoever helps. False where it cannot be shown here. */
export async function openHelpWindow({ scriptUrl, language, askForToken }: Opening): Promise<boolean> {
  const [helpWindow, token] = await Promise.all([loaded(scriptUrl), askForToken()]);
  if (!helpWindow) return false;
  let fresh: string | null = token;
  helpWindow("messenger:set", "locale", language);
  // A window that stays open asks again when what it was told is too old.
  helpWindow("messenger", "loginUser", (take) => {
    if (fresh) take(fresh);
    else void askForToken().then(take, () => undefined);
    fresh = null;
  });
  helpWindow("messenger", "open");
  return true;
}

/** Whoever comes next at this browser must not see what was written. */
export function closeHelpWindow(): void {
  window.zE?.("messenger", "logoutUser");
  window.zE?.("messenger", "close");
}

let script: Promise<HelpWindow | null> | null = null;

/** Asked for when somebody wants it and not before. Null where it is blocked or does not come; the next try asks again. */
function loaded(address: string): Promise<HelpWindow | null> {
  script ??= new Promise<HelpWindow | null>((resolve) => {
    const element = document.createElement("script");
    // The name by which the vendor's script finds itself.
    element.id = "ze-snippet";
    element.src = address;
    element.onload = () => resolve(window.zE ?? null);
    element.onerror = () => {
      element.remove();
      script = null;
      resolve(null);
    };
    document.head.append(element);
  });
  return script;
}
