import { describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import type { ApiClient } from '#core';
import { settle } from '#core/testing';
import { fail, ok, problem } from '#foundation';
import { aScanFile } from '#testing';
import { RawFrameLists } from './raw-frame-lists.ts';

const frame = (frameIdx: number, sweep: 'CEN' | 'PER'): ScanFile =>
  aScanFile({ header: { sizes: '4 4', frameIdx, sweep } });

/** Stubs an API that returns the responses in order and records requests. */
function createLists(responses: readonly unknown[]) {
  const requests: { cursor?: string; signal?: AbortSignal }[] = [];
  const api = {
    call: async (_: unknown, input: { query: { cursor?: string }; signal: AbortSignal }) => {
      requests.push({ ...input.query, signal: input.signal });
      const response = responses[Math.min(requests.length, responses.length) - 1];
      if (response instanceof Error) throw response;
      return response;
    },
  } as unknown as ApiClient;
  return { requests, lists: new RawFrameLists(api) };
}
const page = (items: readonly ScanFile[], nextCursor: string | null = null) =>
  ok({ items, total: items.length, nextCursor });

describe('RawFrameLists', () => {
  it('reports a failure to every view and loads again when a view returns', async () => {
    const notFound = problem('NOT_FOUND', 'Not found', 'No such scan', 'Look elsewhere.');
    const { requests, lists } = createLists([fail(notFound), page([frame(0, 'CEN')])]);
    const views = [lists.watch('scan'), lists.watch('scan')];
    await settle();
    expect(lists.store.getState().scan).toEqual({ frames: [], problem: notFound, loaded: true });
    for (const view of views) view.dispose();
    lists.watch('scan');
    await settle();
    expect(lists.store.getState().scan?.frames).toHaveLength(1);
    expect(requests).toHaveLength(2);
  });

  it('reports a broken connection as a problem', async () => {
    const { lists } = createLists([new Error('connection lost')]);
    lists.watch('scan');
    await settle();
    expect(lists.store.getState().scan?.problem).toMatchObject({
      code: 'FRAMES_NOT_LISTED',
      detail: 'connection lost',
    });
  });

  it('loads all pages once for both sweeps, in playback order', async () => {
    const { requests, lists } = createLists([
      page([frame(1, 'PER'), frame(1, 'CEN')], 'next'),
      page([frame(0, 'CEN')]),
    ]);
    const cen = lists.watch('scan');
    const per = lists.watch('scan');
    await settle();
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, 'next']);
    const { frames = [] } = lists.store.getState().scan ?? {};
    expect(frames.map(({ header }) => `${header?.sweep}${header?.frameIdx}`)).toEqual([
      'CEN0',
      'CEN1',
      'PER1',
    ]);
    // A second disposal of the same view has no effect.
    cen.dispose();
    cen.dispose();
    expect(lists.store.getState().scan).toBeDefined();
    per.dispose();
    expect(lists.store.getState().scan).toBeUndefined();
  });

  it('aborts the load when the last view is disposed', async () => {
    const { requests, lists } = createLists([page([frame(0, 'CEN')])]);
    lists.watch('scan').dispose();
    expect(requests[0]?.signal?.aborted).toBe(true);
    await settle();
    expect(lists.store.getState().scan).toBeUndefined();
  });
});
