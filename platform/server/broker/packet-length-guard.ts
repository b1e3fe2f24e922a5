import type { Duplex } from 'node:stream';

/** Payload limit plus room for topic name and packet fields. */
export const MAX_PACKET_BYTES = 16 * 1024;

/**
 * Tracks MQTT packet boundaries in a byte stream (MQTT 3.1.1, 2.2). The returned function returns
 * false when a packet declares more than `maxBytes`, because the parser would first buffer the
 * whole packet.
 */
export function packetLengthGuard(maxBytes: number): (chunk: Uint8Array) => boolean {
  /** Bytes of the current packet after its length field. */
  let remainingBytes = 0;
  /**
   * Digits read of the length field; -1 before the first byte of a packet, which holds its type.
   */
  let lengthDigits = -1;
  let length = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.byteLength) {
      if (remainingBytes > 0) {
        const skipped = Math.min(remainingBytes, chunk.byteLength - at);
        remainingBytes -= skipped;
        at += skipped;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (lengthDigits < 0) {
        lengthDigits = 0;
        length = 0;
        continue;
      }
      length += (byte & 0x7f) * 128 ** lengthDigits;
      lengthDigits += 1;
      if (length > maxBytes || lengthDigits > 4) return false;
      if ((byte & 0x80) === 0) {
        remainingBytes = length;
        lengthDigits = -1;
      }
    }
    return true;
  };
}

/**
 * Closes a connection when a packet declares too many bytes. Wraps `push`, which receives every
 * chunk before the MQTT parser.
 */
export function guardConnection(connection: Duplex, maxBytes: number = MAX_PACKET_BYTES): void {
  const withinLimit = packetLengthGuard(maxBytes);
  const push = connection.push.bind(connection);
  connection.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk instanceof Uint8Array && !withinLimit(chunk)) {
      connection.destroy();
      return false;
    }
    return push(chunk, encoding);
  };
}
