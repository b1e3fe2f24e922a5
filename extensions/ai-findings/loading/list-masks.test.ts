import { expect, it } from 'vitest';
import { routes } from '#contracts';
import type { ApiClient } from '#core';
import { fail, ok } from '#foundation';
import { listMasks } from './list-masks.ts';

/** Lists files in pages of two; null in place of a page fails. */
function aListing(pages: readonly (readonly string[] | null)[]) {
  const cursors: (string | undefined)[] = [];
  const call = async (route: unknown, input: { query: { cursor?: string } }) => {
    expect(route).toBe(routes.listScanFiles);
    cursors.push(input.query.cursor);
    const at = Number(input.query.cursor ?? 0);
    const names = pages[at];
    if (names == null) return fail({ title: 'Not listed' });
    const nextCursor = at + 1 < pages.length ? String(at + 1) : null;
    return ok({ items: names.map((fileName) => ({ fileName })), nextCursor });
  };
  return { api: { call } as unknown as ApiClient, cursors };
}

it('reads all pages of the masks of a scan', async () => {
  const { api, cursors } = aListing([['a.nrrd', 'b.nrrd'], ['c.nrrd'], ['d.nrrd']]);
  const listed = await listMasks(api, 'scan');
  const names = listed.ok ? listed.value.map(({ fileName }) => fileName) : [];
  expect(names).toEqual(['a.nrrd', 'b.nrrd', 'c.nrrd', 'd.nrrd']);
  expect(cursors).toEqual([undefined, '1', '2']);
});

it('fails if a page can’t be read', async () => {
  const { api } = aListing([['a.nrrd'], null]);
  expect(await listMasks(api, 'scan')).toMatchObject({ ok: false });
});
