import { fail, ok, type Result } from '#foundation';
import {
  type CallProblem,
  errorResponseProblem,
  rangeProblem,
  unreachedProblem,
} from './call-problem.ts';
import { type HttpRequest, requestInit } from './http.ts';
import { callTexts } from './texts/call-texts.ts';

/** Unit of HTTP ranges. */
const UNIT = 'bytes';

/** Range of bytes in a file: `from` inclusive, `to` exclusive. */
export interface RequestedRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the Range header; no header without a range. */
export function rangeHeader(range: RequestedRange | undefined): Record<string, string> {
  return range === undefined ? {} : { range: `${UNIT}=${range.from}-${range.to - 1}` };
}

/**
 * Downloads a range of a file and writes arriving bytes to `into` or a new buffer. Fails with
 * RANGE_NOT_KEPT for any other response (another range, the whole file, too few bytes); `into` may
 * then contain invalid bytes.
 */
export async function receiveRange(
  fetcher: typeof fetch,
  request: HttpRequest,
  range: RequestedRange,
  into: Uint8Array<ArrayBuffer> | undefined,
  onProgress: ((bytes: number, total: number | null) => void) | undefined,
): Promise<Result<Uint8Array<ArrayBuffer>, CallProblem>> {
  const bytes = into ?? new Uint8Array(range.to - range.from);
  const texts = callTexts.range;
  const requested = texts.bytes(range.from, range.to - 1);
  const expectedPrefix = `${UNIT} ${range.from}-${range.to - 1}/`;
  const mismatch = (status: number, actual: string) =>
    fail(rangeProblem(status, requested, actual));
  try {
    const response = await fetcher(request.url, requestInit(request));
    const { status, body, headers } = response;
    if (status !== 206 && status !== 200) {
      return fail(errorResponseProblem(request.method, status, await response.text()));
    }
    const contentRange = headers.get('content-range') ?? '';
    if (status === 200 || body === null || !contentRange.startsWith(expectedPrefix)) {
      // Stops the download of the unusable response.
      await body?.cancel();
      return mismatch(status, status === 200 ? texts.completeFile : `'${contentRange}'`);
    }
    let received = 0;
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (received + value.byteLength > bytes.byteLength) {
        await reader.cancel();
        return mismatch(status, texts.more);
      }
      bytes.set(value, received);
      received += value.byteLength;
      onProgress?.(received, bytes.byteLength);
    }
    return received === bytes.byteLength ? ok(bytes) : mismatch(status, texts.partial(received));
  } catch (thrown) {
    return fail(unreachedProblem(request.method, thrown, request.signal?.aborted === true));
  }
}
