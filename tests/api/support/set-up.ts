/**
 * Builds what tests share. `own` takes what has to end with it, last first; where the building
 * fails half way, what there is by then ends before the failure is told, so that no server of a
 * test outlives it.
 */
export async function setUp<T extends object>(
  build: (own: AsyncDisposableStack) => Promise<T>,
): Promise<T & AsyncDisposable> {
  const own = new AsyncDisposableStack();
  try {
    const built = await build(own);
    return { ...built, [Symbol.asyncDispose]: () => own.disposeAsync() };
  } catch (thrown) {
    await own.disposeAsync();
    throw thrown;
  }
}
