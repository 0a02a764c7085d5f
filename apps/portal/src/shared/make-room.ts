/**
 * A frame is as tall as our page, and what lies over the page fills the frame: on a short page it would be too low to use. Answers with
 * the way to give the room back.
 */
export function makeRoom(): () => void {
  const root = document.getElementById("root");
  if (!root) return () => undefined;
  root.style.minHeight = "44rem";
  return () => {
    root.style.minHeight = "";
  };
}
