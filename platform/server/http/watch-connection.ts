import type { FastifyRequest } from 'fastify';

/**
 * Returns a signal that is aborted when the caller's connection closes; dispose removes the
 * listener.
 */
export function watchConnection(
  request: FastifyRequest,
): { readonly signal: AbortSignal } & globalThis.Disposable {
  const { socket } = request.raw;
  const closed = new AbortController();
  const onClose = (): void => closed.abort();
  socket.once('close', onClose);
  if (socket.destroyed) onClose();
  return { signal: closed.signal, [Symbol.dispose]: () => socket.off('close', onClose) };
}
