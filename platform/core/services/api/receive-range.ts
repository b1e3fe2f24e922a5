import { fail, ok, type Result } from '#foundation';
import { callTexts } from '../../texts/call-texts.ts';
import {
  type CallProblem,
  errorResponseProblem,
  rangeProblem,
  unreachedProblem,
} from './call-problem.ts';
import { type HttpRequest, requestInit } from './http.ts';

/** Unit of HTTP ranges. */
const UNIT = 'bytes';

/** Bytes `from` … `to` - 1. */
export interface RequestedRange {
  readonly from: number;
  readonly to: number;
}

export function rangeHeader(range: RequestedRange | undefined): Record<string, string> {
  return range === undefined ? {} : { range: `${UNIT}=${range.from}-${range.to - 1}` };
}

/**
 * Reads a range of a file and writes arriving bytes to `into` or a new buffer. Any other response
 * (another range, the whole file, too few bytes) is a Problem; bytes written until then are
 * invalid.
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
  const other = (status: number, actual: string) => fail(rangeProblem(status, requested, actual));
  try {
    const response = await fetcher(request.url, requestInit(request));
    const { status, body, headers } = response;
    if (status !== 206 && status !== 200) {
      return fail(errorResponseProblem(request.method, status, await response.text()));
    }
    const contentRange = headers.get('content-range') ?? '';
    if (status === 200 || body === null || !contentRange.startsWith(expectedPrefix)) {
      // Cancels the rest of a wrong response.
      await body?.cancel();
      return other(status, status === 200 ? texts.completeFile : `'${contentRange}'`);
    }
    let received = 0;
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (received + value.byteLength > bytes.byteLength) {
        await reader.cancel();
        return other(status, texts.more);
      }
      bytes.set(value, received);
      received += value.byteLength;
      onProgress?.(received, bytes.byteLength);
    }
    return received === bytes.byteLength ? ok(bytes) : other(status, texts.partial(received));
  } catch (thrown) {
    return fail(unreachedProblem(request.method, thrown, request.signal?.aborted === true));
  }
}
