import type { ApiClient } from '#core';
import { type Disposable, type Problem, toDisposable } from '#foundation';

/** Fetches pictures one at a time; of those that arrive meanwhile only the newest is fetched. */
export interface NewestImage extends Disposable {
  show(fileId: string): void;
}

export function createNewestImage(options: {
  readonly api: ApiClient;
  readonly onImage: (bytes: Uint8Array<ArrayBuffer>, fileId: string) => void;
  readonly onProblem: (problem: Problem) => void;
}): NewestImage {
  const { api, onImage, onProblem } = options;
  const abort = new AbortController();
  let wanted: string | null = null;
  let loading = false;

  async function load(): Promise<void> {
    loading = true;
    while (wanted !== null && !abort.signal.aborted) {
      const fileId = wanted;
      wanted = null;
      const answer = await api.download(`/scanfiles/${fileId}/download`, { signal: abort.signal });
      if (abort.signal.aborted) break;
      if (answer.ok) onImage(answer.value, fileId);
      else onProblem(answer.problem);
    }
    loading = false;
  }

  return {
    show(fileId) {
      wanted = fileId;
      if (!loading) void load();
    },
    ...toDisposable(() => abort.abort()),
  };
}
