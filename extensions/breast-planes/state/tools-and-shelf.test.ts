import { describe, expect, it } from 'vitest';
import type { ImageFrame } from '#geometry';
import { lengthTool } from './length-tool.ts';
import { VolumeShelf } from './volume-shelf.ts';

const frame: ImageFrame = {
  originMm: [0, 0, 0],
  right: [1, 0, 0],
  down: [0, 1, 0],
  widthMm: 100,
  heightMm: 50,
};
const at = (u: number, v: number) => ({ plane: 'TRA' as const, frame, at: { u, v } });

describe('the length tool', () => {
  it('draws from the press to the last move, with the length in millimetres', () => {
    const gesture = lengthTool.move(lengthTool.begin(at(0.1, 0.5)), at(0.4, 0.5));
    expect(lengthTool.end(gesture)).toEqual([
      { u: 0.1, v: 0.5 },
      { u: 0.4, v: 0.5 },
    ]);
    expect(lengthTool.preview(gesture)).toContainEqual({
      kind: 'text',
      at: { u: 0.4, v: 0.5 },
      text: '30.0',
    });
  });

  it('makes nothing of a click', () => {
    expect(lengthTool.end(lengthTool.begin(at(0.3, 0.3)))).toBeNull();
  });

  it('holds both ends inside the image', () => {
    const gesture = lengthTool.move(lengthTool.begin(at(-0.2, 0.5)), at(1.4, 2));
    expect(lengthTool.end(gesture)).toEqual([
      { u: 0, v: 0.5 },
      { u: 1, v: 1 },
    ]);
  });
});

describe('the shelf of volumes', () => {
  it('keeps three and drops the one that was not looked at for longest', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    for (const key of ['a', 'b', 'c', 'd']) {
      shelf.put(key, () => dropped.push(key));
      shelf.use(key).dispose();
    }
    expect(dropped).toEqual(['a']);
  });

  it('never drops what is on the screen', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    const put = (key: string) => {
      shelf.put(key, () => dropped.push(key));
      return shelf.use(key);
    };
    const onScreen = ['a', 'b', 'c', 'd'].map(put);
    expect(dropped).toEqual([]);
    onScreen[1]?.dispose();
    expect(dropped).toEqual(['b']);
  });

  it('ends the load of before when a view that stays asks for another', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    shelf.put('a', () => dropped.push('first'));
    const onScreen = shelf.use('a');
    shelf.put('a', () => dropped.push('second'));
    expect(dropped).toEqual(['first']);
    for (const key of ['b', 'c', 'd', 'e']) {
      shelf.put(key, () => dropped.push(key));
      shelf.use(key).dispose();
    }
    expect(dropped).not.toContain('second');
    onScreen.dispose();
    shelf.remove('a');
    expect(dropped.at(-1)).toBe('second');
  });

  it('tells everything that is dropped when the extension ends', () => {
    const dropped: string[] = [];
    const shelf = new VolumeShelf();
    shelf.put('a', () => dropped.push('a'));
    shelf.clear();
    shelf.clear();
    expect(dropped).toEqual(['a']);
  });
});
