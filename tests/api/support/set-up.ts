/**
 * Builds the shared objects of a test. The stack of `build` disposes in reverse order, and also
 * before a failed build throws, so that no test server stays behind.
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
