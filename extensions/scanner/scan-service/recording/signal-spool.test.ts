import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RfFrame } from '../driver/scanner-driver.ts';
import { removeOrphanedSignals, SignalSpool } from './signal-spool.ts';

const LAYOUT = {
  lines: 3,
  samples: 4,
  lateralPitchMm: 0.5,
  depthStepMm: 0.1,
  firstDepthMm: 2,
  whiteAmplitude: 1000,
};
const FRAME_SAMPLES = LAYOUT.lines * LAYOUT.samples;
const frameOf = (value: number): RfFrame => ({
  ...LAYOUT,
  data: new Int16Array(FRAME_SAMPLES).fill(value),
});
/** Private to this test, because other programs of the machine may spool signals too. */
let parent = '';
let spool: SignalSpool;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'clockface-test-'));
  spool = new SignalSpool(parent);
});
afterEach(() => {
  spool.clear();
  rmSync(parent, { recursive: true, force: true });
});

/** Returns the first sample of each frame in the spool. */
const readFirstSamples = async (): Promise<number[]> => {
  const samples = new Int16Array(await (await spool.blob()).arrayBuffer());
  return [...samples].filter((_, i) => i % FRAME_SAMPLES === 0);
};

describe('the signal spool', () => {
  it('rejects a frame whose size differs from the first frame', () => {
    spool.put(0, frameOf(1));
    expect(() => spool.put(1, { ...frameOf(2), data: new Int16Array(FRAME_SAMPLES - 1) })).toThrow(
      expect.objectContaining({ errorCode: 'HardwareError' }),
    );
  });

  it('returns signals in the order of frames, with replaced and without discarded signals', async () => {
    for (const index of [5, 0, 900, 3]) spool.put(index, frameOf(-index));
    spool.put(3, frameOf(33));
    spool.discard(5);
    expect(spool.frames).toEqual([0, 3, 900]);
    expect(spool.layout).toEqual(LAYOUT);
    expect(await readFirstSamples()).toEqual([0, 33, -900]);
  });

  it('leaves no files behind once cleared', async () => {
    spool.put(0, frameOf(1));
    expect(readdirSync(parent)).toHaveLength(1);
    spool.clear();
    expect(readdirSync(parent)).toEqual([]);
    expect(spool.layout).toBeNull();
    expect(await readFirstSamples()).toEqual([]);
    spool.put(1, frameOf(7));
    expect(await readFirstSamples()).toEqual([7]);
  });

  it('reports a full disk as such, and other errors as a failed save', () => {
    const full = new SignalSpool(parent, () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    expect(() => full.put(0, frameOf(1))).toThrow(
      expect.objectContaining({ errorCode: 'DiskSpaceIsFull' }),
    );
    full.clear();
    const nowhere = new SignalSpool(join(parent, 'no', 'such', 'folder'));
    expect(() => nowhere.put(0, frameOf(1))).toThrow(
      expect.objectContaining({ errorCode: 'ImageSaveFailed' }),
    );
  });

  it('registers a single exit handler for the process, however many scans it records', () => {
    const listeners: number[] = [];
    for (let scan = 0; scan < 3; scan += 1) {
      spool.put(0, frameOf(1));
      spool.clear();
      listeners.push(process.listenerCount('exit'));
    }
    expect(new Set(listeners).size).toBe(1);
  });

  it('removes the files of killed processes, and keeps the files of running processes', () => {
    spool.put(0, frameOf(1));
    const [own] = readdirSync(parent);
    const { pid: endedPid } = spawnSync(process.execPath, ['--version']);
    // In containers, every process of the service may have the same pid.
    const orphaned = [`clockface-signal-${endedPid}-a`, `clockface-signal-${process.pid}-earlier`];
    const others = [`clockface-signal-${process.ppid}-b`, 'clockface-signal-', 'another'];
    for (const name of [...orphaned, ...others]) {
      mkdirSync(join(parent, name));
      writeFileSync(join(parent, name, 'signal'), 'x');
    }
    removeOrphanedSignals(parent);
    expect(readdirSync(parent).sort()).toEqual([own, ...others].sort());
  });
});
