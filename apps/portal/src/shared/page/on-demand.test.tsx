import { describe, expect, it, vi } from "vitest";
import { forgetFailedDownloads, onDemand } from "./on-demand.tsx";

const Page = () => null;

/** A component whose first download fails, and that React renders as often as it likes. */
function failing() {
  const load = vi.fn(async () => Page).mockRejectedValueOnce(new Error("offline"));
  return { load, component: onDemand(load) };
}
/** React's `use` cannot be called here; the render starts the download before it. */
const render = (component: () => unknown) => expect(component).toThrow();

describe("a component that is downloaded on demand", () => {
  it("is downloaded once", async () => {
    const load = vi.fn(async () => Page);
    const { preload } = onDemand(load);
    await Promise.all([preload(), preload()]);
    await preload();
    expect(load).toHaveBeenCalledOnce();
  });

  it("whose download fails before it is shown is downloaded again", async () => {
    const { load, component } = failing();
    await expect(component.preload()).rejects.toThrow("offline");
    await component.preload();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("whose download fails while it is shown stays failed until it is tried again", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { load, component } = failing();
    render(() => component({}));
    await expect(component.preload()).rejects.toThrow("offline");
    render(() => component({}));
    await expect(component.preload()).rejects.toThrow("offline");
    expect(load).toHaveBeenCalledOnce();

    forgetFailedDownloads();
    await component.preload();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
