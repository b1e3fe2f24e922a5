/**
 * Builds what tests share. `own` takes what has to end with it, last first; where the building
 * fails half way, what there is by then ends before the failure is told, so that no server of a
 * test outlives it.
 */
export async function setUp<T extends object>(
  build: (stack: AsyncDisposableStack) => Promise<T>,
): Promise<T & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  try {
    const built = await build(stack);
    return { ...built, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  } catch (thrown) {
    await stack.disposeAsync();
    throw thrown;
  }
}
