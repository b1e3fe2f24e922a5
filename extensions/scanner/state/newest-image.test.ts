import { describe, expect, it } from 'vitest';
import { fakePlatform, settle } from '#core/testing';
import { newId } from '#foundation';
import { createNewestImage } from './newest-image.ts';

describe('the newest image', () => {
  it('skips pictures that are overtaken while one is on its way', async () => {
    const { api, clinic, dispose } = await fakePlatform('OPERATOR');
    clinic.server.handle('downloadScanFile', () => ({ status: 200, bytes: new Uint8Array([7]) }));
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
    expect(shown).toEqual([ids[0], ids[3]]);
    newest.dispose();
    dispose();
  });

  it('goes on with the next picture after one that could not be read', async () => {
    const { api, clinic, dispose } = await fakePlatform('OPERATOR');
    clinic.server.handle('downloadScanFile', () => ({ status: 200, bytes: new Uint8Array([7]) }));
    clinic.server.once('downloadScanFile', 'unreachable');
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
