import { describe, expect, it } from 'vitest';
import type { CallProblem } from '#core';
import { fakePlatform, settle } from '#core/testing';
import { newId, ok, type Result } from '#foundation';
import { createNewestImage } from './newest-image.ts';

describe('createNewestImage', () => {
  it('skips images that are superseded while two downloads are in progress', async () => {
    const { api, backend, dispose } = await fakePlatform('OPERATOR');
    backend.server.handle('downloadScanFile', () => ({ status: 200, bytes: new Uint8Array([7]) }));
    const shown: string[] = [];
    const newest = createNewestImage({
      api,
      onImage: (_, fileId) => shown.push(fileId),
      onProblem: () => undefined,
    });
    const ids = [newId(), newId(), newId(), newId()];
    for (const id of ids) newest.show(id);
    await settle();
    await settle();
    expect(shown).toEqual([ids[0], ids[1], ids[3]]);
    newest.dispose();
    dispose();
  });

  it('never shows an image after a newer image', async () => {
    const resolvers: ((bytes: Uint8Array<ArrayBuffer>) => void)[] = [];
    const download = () =>
      new Promise<Result<Uint8Array<ArrayBuffer>, CallProblem>>((resolve) => {
        resolvers.push((bytes) => resolve(ok(bytes)));
      });
    const shown: string[] = [];
    const newest = createNewestImage({
      api: { download },
      onImage: (_, fileId) => shown.push(fileId),
      onProblem: () => undefined,
    });
    newest.show('older');
    newest.show('newer');
    resolvers[1]?.(new Uint8Array([2]));
    await settle();
    resolvers[0]?.(new Uint8Array([1]));
    await settle();
    expect(shown).toEqual(['newer']);
    newest.dispose();
  });

  it('continues with the next image after a failed download', async () => {
    const { api, backend, dispose } = await fakePlatform('OPERATOR');
    backend.server.handle('downloadScanFile', () => ({ status: 200, bytes: new Uint8Array([7]) }));
    backend.server.once('downloadScanFile', 'unreachable');
    const shown: string[] = [];
    const problems: string[] = [];
    const newest = createNewestImage({
      api,
      onImage: (_, fileId) => shown.push(fileId),
      onProblem: (problem) => problems.push(problem.code),
    });
    newest.show(newId());
    await settle();
    const next = newId();
    newest.show(next);
    await settle();
    expect(problems).toEqual(['OFFLINE']);
    expect(shown).toEqual([next]);
    newest.dispose();
    dispose();
  });
});
