import type { ApiClient } from '#core';
import { type Disposable, type Problem, toDisposable } from '#foundation';

/**
 * Maximum concurrent downloads; a second download keeps a slow response from blocking newer images.
 */
const MAX_PARALLEL_LOADS = 2;

/**
 * Downloads at most two images at a time; of the images requested meanwhile, downloads only the
 * newest. Drops an image that arrives after a newer image.
 */
export interface NewestImage extends Disposable {
  /** Requests an image by the id of its file. */
  show(fileId: string): void;
}

export function createNewestImage(options: {
  readonly api: Pick<ApiClient, 'download'>;
  readonly onImage: (bytes: Uint8Array<ArrayBuffer>, fileId: string) => void;
  readonly onProblem: (problem: Problem) => void;
}): NewestImage {
  const { api, onImage, onProblem } = options;
  const abort = new AbortController();
  let requestedId: string | null = null;
  let loading = 0;
  let requestCount = 0;
  let lastShownNumber = 0;

  async function load(): Promise<void> {
    loading += 1;
    while (requestedId !== null && !abort.signal.aborted) {
      const fileId = requestedId;
      requestedId = null;
      requestCount += 1;
      const requestNumber = requestCount;
      const response = await api.download(`/scanfiles/${fileId}/download`, {
        signal: abort.signal,
      });
      if (abort.signal.aborted) break;
      if (requestNumber < lastShownNumber) continue;
      lastShownNumber = requestNumber;
      if (response.ok) onImage(response.value, fileId);
      else onProblem(response.problem);
    }
    loading -= 1;
  }

  return {
    show(fileId) {
      requestedId = fileId;
      if (loading < MAX_PARALLEL_LOADS) void load();
    },
    ...toDisposable(() => abort.abort()),
  };
}
