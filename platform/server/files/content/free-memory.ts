/**
 * Frees the memory of bytes at once. Use only for bytes that are no longer read or sent, because
 * remaining references become empty. Skips bytes that share their buffer.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
