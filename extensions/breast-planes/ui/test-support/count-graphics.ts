/**
 * Remembers what is made on the graphics card, so that a test can see whether it is given back: by
 * name, or with the object that held it (after a collection of garbage).
 */
const made: Record<'textures' | 'buffers', Set<WeakRef<object>>> = {
  textures: new Set(),
  buffers: new Set(),
};
const gone = new WeakSet<object>();
const methods = WebGL2RenderingContext.prototype as unknown as Record<
  string,
  (this: unknown, ...args: unknown[]) => unknown
>;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
for (const [kind, all] of [
  ['Texture', made.textures],
  ['Buffer', made.buffers],
] as const) {
  const [create, remove] = [methods[`create${kind}`], methods[`delete${kind}`]];
  methods[`create${kind}`] = function (...args) {
    const one = create?.apply(this, args);
    if (isObject(one)) all.add(new WeakRef(one));
    return one;
  };
  methods[`delete${kind}`] = function (...args) {
    if (isObject(args[0])) gone.add(args[0]);
    return remove?.apply(this, args);
  };
}

/** Textures and buffers that are still there. */
function graphicsLive(): { readonly textures: number; readonly buffers: number } {
  const count = (all: ReadonlySet<WeakRef<object>>): number =>
    [...all].filter((one) => {
      const there = one.deref();
      return there !== undefined && !gone.has(there);
    }).length;
  return { textures: count(made.textures), buffers: count(made.buffers) };
}
Object.assign(window, { graphicsLive });
