/**
 * Records every WebGL context of the page, so that a test can lose and restore them; `?no-graphics`
 * disables WebGL 2.
 */
const contexts: WebGL2RenderingContext[] = [];
const isDisabled = new URLSearchParams(location.search).has('no-graphics');
for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
  const getContext = prototype.getContext as (...args: unknown[]) => unknown;
  prototype.getContext = function (this: HTMLCanvasElement | OffscreenCanvas, ...args: unknown[]) {
    if (isDisabled && args[0] === 'webgl2') return null;
    const context = getContext.apply(this, args);
    if (context instanceof WebGL2RenderingContext && !contexts.includes(context)) {
      contexts.push(context);
    }
    return context;
  } as never;
}

/** Loses all contexts for a second, as after a driver reset. */
function loseGraphics(): void {
  for (const context of contexts) {
    const extension = context.getExtension('WEBGL_lose_context');
    if (context.isContextLost()) continue;
    extension?.loseContext();
    setTimeout(() => extension?.restoreContext(), 1000);
  }
}
Object.assign(window, { loseGraphics });
