import type { ApiClient } from '#core';
import { type Disposable, type Problem, toDisposable } from '#foundation';

/** One answer that is late holds up only itself. */
const UNDER_WAY = 2;

/**
 * Fetches at most two pictures at a time; of those that are named meanwhile only the newest is
 * fetched. A picture that comes after a newer one is not told.
 */
export interface NewestImage extends Disposable {
  show(fileId: string): void;
}

export function createNewestImage(options: {
  readonly api: Pick<ApiClient, 'download'>;
  readonly onImage: (bytes: Uint8Array<ArrayBuffer>, fileId: string) => void;
  readonly onProblem: (problem: Problem) => void;
}): NewestImage {
  const { api, onImage, onProblem } = options;
  const abort = new AbortController();
  let wanted: string | null = null;
  let loading = 0;
  let asked = 0;
  let told = 0;

  async function load(): Promise<void> {
    loading += 1;
    while (wanted !== null && !abort.signal.aborted) {
      const fileId = wanted;
      wanted = null;
      asked += 1;
      const turn = asked;
      const answer = await api.download(`/scanfiles/${fileId}/download`, { signal: abort.signal });
      if (abort.signal.aborted) break;
      if (turn < told) continue;
      told = turn;
      if (answer.ok) onImage(answer.value, fileId);
      else onProblem(answer.problem);
    }
    loading -= 1;
  }

  return {
    show(fileId) {
      wanted = fileId;
      if (loading < UNDER_WAY) void load();
    },
    ...toDisposable(() => abort.abort()),
  };
}
