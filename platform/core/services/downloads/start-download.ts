import { type ApiClient, asCallProblem, type CallProblem, errorResponseProblem } from '#api-client';
import { DOWNLOAD_ERROR_META, type Download, downloadErrorSchema } from '#contracts';
import { problem, type Result } from '#foundation';
import { downloadTexts } from '../../texts/download-texts.ts';
import type { Notices } from '../user/notices.ts';

/**
 * Time in ms after which the hidden frame of a download is removed; longer than an address is
 * valid, so that the server has answered by then.
 */
const FRAME_MS = 120_000;

export interface DownloadServices {
  readonly api: Pick<ApiClient, 'addressOf'>;
  readonly notices: Pick<Notices, 'showProblem'>;
}

/**
 * Lets the browser save the file at a download address as the response of a call such as
 * `createDownload`, so that the file does not pass through the memory of the page. Shows a failed
 * call and a failed download as a notice. Returns false when the call has failed.
 */
export function startDownload(
  { api, notices }: DownloadServices,
  created: Result<Download, CallProblem>,
  page: Document = document,
): boolean {
  if (!created.ok) {
    notices.showProblem(created.problem);
    return false;
  }
  const frame = page.createElement('iframe');
  frame.hidden = true;
  // A download fires no load event; only an error page does.
  frame.addEventListener('load', () => {
    if (isBlank(frame)) return;
    notices.showProblem(frameProblem(frame));
    frame.remove();
  });
  frame.src = api.addressOf(created.value.url);
  page.body.append(frame);
  setTimeout(() => frame.remove(), FRAME_MS);
  return true;
}

/** True for the empty document that a frame has before its first page. */
const isBlank = ({ contentDocument }: HTMLIFrameElement): boolean =>
  contentDocument?.URL === 'about:blank';

/** Returns the error in the page of a frame; a general problem for a page without one. */
function frameProblem({ contentDocument }: HTMLIFrameElement): CallProblem {
  const { failed, noReason, next } = downloadTexts;
  // Null for the browser's own page when the server is unreachable.
  const content = contentDocument
    ?.querySelector(`meta[name="${DOWNLOAD_ERROR_META}"]`)
    ?.getAttribute('content');
  const error = downloadErrorSchema.safeParse(parseJson(content ?? ''));
  if (error.success) {
    const { status, body } = error.data;
    const rejected = errorResponseProblem('GET', status, JSON.stringify(body));
    // A used or expired address, which a new download replaces.
    return status === 403 ? { ...rejected, next } : rejected;
  }
  return asCallProblem(problem('DOWNLOAD_FAILED', failed, noReason, next));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The page of a proxy contains no error of the server.
    return null;
  }
}
