import { describe, expect, it } from 'vitest';
import type { FrameSegmenter } from './frame-session.ts';
import { sharedSegmenter } from './shared-segmenter.ts';

describe('a shared segmenter', () => {
  it('is created for the first user, disposed with the last one, and created again', () => {
    const events: string[] = [];
    const open = sharedSegmenter((): FrameSegmenter => {
      events.push('created');
      return {
        segment: () => new Promise(() => undefined),
        prepare: () => events.push('prepared'),
        dispose: () => events.push('disposed'),
      };
    });
    const [first, second] = [open(), open()];
    first.prepare();
    second.prepare();
    first.dispose();
    first.dispose();
    expect(events).toEqual(['created', 'prepared', 'prepared']);
    second.dispose();
    expect(events.at(-1)).toBe('disposed');
    open().dispose();
    expect(events.slice(-3)).toEqual(['disposed', 'created', 'disposed']);
  });
});
