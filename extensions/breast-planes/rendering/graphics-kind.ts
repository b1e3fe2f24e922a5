let known: 'card' | 'software' | null = null;

/** Whether WebGL is drawn by a graphics card or by the processor; asked once, with a context of its own. */
export function graphicsKind(): 'card' | 'software' {
  if (known !== null) return known;
  const context = document.createElement('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info') ?? null;
  const name =
    context === null
      ? ''
      : String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  known = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? 'software' : 'card';
  return known;
}
