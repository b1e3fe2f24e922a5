// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { apiToken, type ExtensionContext } from '#core';
import { settle } from '#core/testing';
import { aScanFile } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { useFrameImage } from './use-raw-frames.ts';

afterEach(unmountAll);

interface FrameProps {
  readonly context: ExtensionContext;
  readonly frames: readonly ScanFile[];
  readonly sharingViews: number;
}

function Frame({ context, frames, sharingViews }: FrameProps) {
  useFrameImage(context, frames, 50, sharingViews);
  return null;
}

it.each([
  ['a single view', 1, 20],
  ['one of two views of a scan', 2, 10],
])('%s downloads its share of 20 frames at the same time', async (_, sharingViews, expected) => {
  const requested: string[] = [];
  const api = {
    download: (path: string) => {
      requested.push(path);
      return new Promise(() => undefined);
    },
  };
  const use = (token: unknown) => (token === apiToken ? api : null);
  const context = { use, tryUse: use } as unknown as ExtensionContext;
  const frames = Array.from({ length: 100 }, () => aScanFile({}));
  await render(<Frame context={context} frames={frames} sharingViews={sharingViews} />);
  await settle();
  expect(requested).toHaveLength(expected);
  expect(requested[0]).toContain(frames[50]?.id);
});
