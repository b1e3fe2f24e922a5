import type { Readable } from 'node:stream';

/** Response of a route without a JSON schema: all bytes (200) or a range (206). */
export class ByteResponse {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Readable | Uint8Array;

  constructor(
    bytes: Readable | Uint8Array,
    headers: Readonly<Record<string, string>>,
    status: 200 | 206 = 200,
  ) {
    this.bytes = bytes;
    this.headers = headers;
    this.status = status;
  }
}
