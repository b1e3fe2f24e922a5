import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { planeState } from './plane-state.ts';

const geometry = scannedVolumeGeometry([2, 2, 2], [1, 1, 1], 1);
const volume = { id: 'volume-new', geometry, voxels: new Uint8Array(8) };

describe('the state of a plane', () => {
  it('is loading while the image of an older volume is still shown', () => {
    expect(planeState({ status: 'loading', volume: null }, 'volume-old', false)).toBe('loading');
  });

  it('is complete only once the finest volume is shown', () => {
    expect(planeState({ status: 'coarse', volume }, 'volume-new', false)).toBe('coarse');
    expect(planeState({ status: 'complete', volume }, 'volume-coarse', false)).toBe('coarse');
    expect(planeState({ status: 'complete', volume }, 'volume-new', false)).toBe('complete');
  });

  it('is failed if the volume or the drawing has failed', () => {
    expect(planeState({ status: 'failed', volume }, 'volume-new', false)).toBe('failed');
    expect(planeState({ status: 'complete', volume }, 'volume-new', true)).toBe('failed');
  });
});
