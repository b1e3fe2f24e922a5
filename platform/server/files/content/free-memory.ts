/**
 * Gives the memory of bytes back at once. Only for bytes that nobody reads or sends any more: who
 * still holds them finds them empty. Bytes that share their memory with others are left alone.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
