import { expect, it } from 'vitest';
import { okResponse } from '#core/testing';
import { aScanFile } from '#testing';
import { prefetchVolumes } from './prefetch-volume.ts';
import { openStudy } from './test-support/open-study.ts';

it('the prefetch loads the newest of several volumes, which the list has first', async () => {
  const { backend, context, reading, scanId } = await openStudy();
  const files = ['newest', 'older'].map((name) =>
    aScanFile({ scanId, role: 'PRIMARY', fileName: `${name}.nrrd` }),
  );
  backend.server.handle('listScanFiles', () =>
    okResponse({ items: files, total: files.length, nextCursor: null }),
  );
  const prefetch = prefetchVolumes(context);
  await expect
    .poll(() => reading.store.getState().volumes[scanId]?.fileId ?? null)
    .toBe(files[0]?.id);
  prefetch.dispose();
});
