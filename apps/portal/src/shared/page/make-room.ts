/**
 * Makes the page at least as tall as an overlay needs. A frame is as tall as its page and an overlay fills the frame, so on a short page
 * the overlay would be too low to use. Returns the function that restores the height.
 */
export function makeRoom(): () => void {
  const root = document.getElementById("root");
  if (!root || !("embedded" in document.documentElement.dataset)) return () => undefined;
  root.style.minHeight = "44rem";
  return () => {
    root.style.minHeight = "";
  };
}
