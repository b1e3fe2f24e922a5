/**
 * Frees the memory of bytes without waiting for the garbage collector. Use only for bytes that are
 * no longer read or sent, because they become empty. Does nothing for a view of a part of a buffer.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
