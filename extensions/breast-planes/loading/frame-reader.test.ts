import { describe, expect, it } from 'vitest';
import { RAW_KEY_PREFIX, routes, type ScanFile } from '#contracts';
import type { ApiClient } from '#core';
import { fail, ok, problem } from '#foundation';
import { aScanFile } from '#testing';
import { writeNrrd } from '#volume';
import { createFrameReader } from './frame-reader.ts';

type ImageHeader = NonNullable<ScanFile['header']>;

/** An image of 3 × 2 pixels with the levels 10, 20, … by row. */
const imageBytes = (keyValues: Readonly<Record<string, string>> = {}, sizes = [3, 2]) =>
  new Uint8Array(
    writeNrrd({
      type: 'uint8',
      sizes,
      keyValues,
      data: Uint8Array.from({ length: sizes.reduce((a, b) => a * b) }, (_, n) => 10 * (n + 1)),
    }),
  );

const anImage = (header: Partial<ImageHeader>): ScanFile =>
  aScanFile({ header: { sizes: '3 2', ...header } });

/** A reader of a scan whose files are listed in pages of one. */
function open(files: readonly ScanFile[], bytes: Uint8Array<ArrayBuffer>) {
  const downloads: string[] = [];
  const api = {
    call: async (route: unknown, { query }: { query: { cursor?: string } }) => {
      expect(route).toBe(routes.listScanFiles);
      const at = Number(query.cursor ?? 0);
      const nextCursor = at + 1 < files.length ? String(at + 1) : null;
      return ok({ items: files.slice(at, at + 1), nextCursor });
    },
    download: async (path: string) => {
      downloads.push(path);
      const isStored = files.some(({ id }) => path === `/scanfiles/${id}/download`);
      return isStored ? ok(bytes) : fail(problem('NOT_FOUND', 'Not found', '', ''));
    },
  } as unknown as Pick<ApiClient, 'call' | 'download'>;
  return { reader: createFrameReader(api), downloads };
}

describe('the reader of raw frames and imported images', () => {
  it('opens an image by its file, with grey levels in rows from the top', async () => {
    const image = anImage({});
    const { reader } = open([image], imageBytes());
    const opened = await reader.open({ fileId: image.id });
    expect(opened).toEqual(
      ok({
        fileId: image.id,
        width: 3,
        height: 2,
        channels: 1,
        bytes: Uint8Array.of(10, 20, 30, 40, 50, 60),
        dynamicRangeDb: null,
      }),
    );
  });

  it('opens an image by its number on any page, but no frame of a sweep', async () => {
    const [frame, image] = [anImage({ frameIdx: 4, sweep: 'CEN' }), anImage({ frameIdx: 4 })];
    const { reader } = open([frame, image], imageBytes());
    expect(await reader.open({ scanId: 'scan', frameIdx: 4 })).toMatchObject({
      value: { fileId: image.id },
    });
    const missing = await reader.open({ scanId: 'scan', frameIdx: 5 });
    expect(missing).toMatchObject({
      problem: { code: 'FRAME_MISSING', detail: expect.stringContaining('6') },
    });
  });

  it.each([
    ['a raw frame', { [`${RAW_KEY_PREFIX}dynamicRangeDb`]: '60' }],
    ['an image that states it as volumes do', { dynamicRangeDb: '60' }],
  ])('reads the dynamic range of %s', async (_, keyValues) => {
    const image = anImage({});
    const { reader } = open([image], imageBytes(keyValues));
    expect(await reader.open({ fileId: image.id })).toMatchObject({
      value: { dynamicRangeDb: 60 },
    });
  });

  it.each([
    ['of three dimensions', imageBytes({}, [3, 2, 2])],
    ['of another format', new Uint8Array([1, 2, 3, 4])],
  ])('rejects a file %s', async (_, bytes) => {
    const image = anImage({});
    const { reader } = open([image], bytes);
    expect(await reader.open({ fileId: image.id })).toMatchObject({
      problem: { code: 'FRAME_UNREADABLE' },
    });
  });
});
