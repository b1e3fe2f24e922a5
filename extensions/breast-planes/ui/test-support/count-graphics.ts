/**
 * Records objects created on the graphics card, so that a test can check their release: by an
 * explicit delete call, or with the object that held them (after a garbage collection).
 */
const created: Record<'textures' | 'buffers', Set<WeakRef<object>>> = {
  textures: new Set(),
  buffers: new Set(),
};
const deleted = new WeakSet<object>();
const methods = WebGL2RenderingContext.prototype as unknown as Record<
  string,
  (this: unknown, ...args: unknown[]) => unknown
>;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
for (const [kind, references] of [
  ['Texture', created.textures],
  ['Buffer', created.buffers],
] as const) {
  const create = methods[`create${kind}`];
  const remove = methods[`delete${kind}`];
  methods[`create${kind}`] = function (...args) {
    const resource = create?.apply(this, args);
    if (isObject(resource)) references.add(new WeakRef(resource));
    return resource;
  };
  methods[`delete${kind}`] = function (...args) {
    if (isObject(args[0])) deleted.add(args[0]);
    return remove?.apply(this, args);
  };
}

/** Returns the number of textures and buffers that are not released. */
function graphicsLive(): { readonly textures: number; readonly buffers: number } {
  const count = (references: ReadonlySet<WeakRef<object>>): number =>
    [...references].filter((reference) => {
      const resource = reference.deref();
      return resource !== undefined && !deleted.has(resource);
    }).length;
  return { textures: count(created.textures), buffers: count(created.buffers) };
}
Object.assign(window, { graphicsLive });
