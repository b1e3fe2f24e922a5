export type GraphicsKind = 'card' | 'software';

let known: GraphicsKind | null = null;

/**
 * Returns whether WebGL runs on a graphics card or in software; checked once, with a temporary
 * context.
 */
export function graphicsKind(): GraphicsKind {
  if (known !== null) return known;
  const context = document.createElement('canvas').getContext('webgl2');
  known = context !== null && isSoftware(context) ? 'software' : 'card';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return known;
}

/** Returns whether the context renders in software. */
export function isSoftware(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info') ?? null;
  const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
