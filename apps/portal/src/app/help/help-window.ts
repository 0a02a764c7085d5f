/** The part of the vendor's script that we use. */
type HelpWindow = {
  (target: "messenger", act: "open" | "close" | "logoutUser"): void;
  (target: "messenger", act: "loginUser", provideToken: (take: (token: string) => void) => void): void;
  (target: "messenger:set", what: "locale", language: string): void;
};
declare global {
  interface Window {
    zE?: HelpWindow;
  }
}

type Opening = { scriptUrl: string; language: string; askForToken: () => Promise<string> };

/** Opens the support vendor's message window. Returns false where the browser cannot show it. */
export async function openHelpWindow({ scriptUrl, language, askForToken }: Opening): Promise<boolean> {
  const [helpWindow, token] = await Promise.all([loaded(scriptUrl), askForToken()]);
  if (!helpWindow) return false;
  let fresh: string | null = token;
  helpWindow("messenger:set", "locale", language);
  // A window that stays open asks for another token when the first one has expired.
  helpWindow("messenger", "loginUser", (take) => {
    if (fresh) take(fresh);
    else void askForToken().then(take, () => undefined);
    fresh = null;
  });
  helpWindow("messenger", "open");
  return true;
}

/** The next user of this browser must not see the conversation. */
export function closeHelpWindow(): void {
  window.zE?.("messenger", "logoutUser");
  window.zE?.("messenger", "close");
}

let script: Promise<HelpWindow | null> | null = null;

/** Loads the vendor's script on first use. Null if it is blocked or fails to load; the next attempt loads it again. */
function loaded(address: string): Promise<HelpWindow | null> {
  script ??= new Promise<HelpWindow | null>((resolve) => {
    const element = document.createElement("script");
    // The vendor's script finds its own element by this id.
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
