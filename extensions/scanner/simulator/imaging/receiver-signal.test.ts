import { describe, expect, it } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '../../model/index.ts';
import { TISSUE } from '../phantom/tissue.ts';
import { blockPhantom, fineFrame } from '../test-support/block.ts';
import { imageOf } from '../test-support/read-signal.ts';
import { SPEED_OF_SOUND_MPS } from './beam.ts';
import { linesPerBeam, rfSamplingHz } from './device-profile.ts';
import { frameSimulator, signalSimulator } from './image-formation.ts';
import { signalFrame, whiteAmplitude } from './receiver-signal.ts';

const FRAME = fineFrame(41, 0.3, 300);
/** Gland with a cyst, so that dark and bright locations are read. */
const BLOCK = blockPhantom(16, 5, ([x, y, z]) =>
  x * x + (y - 18) ** 2 + (z - 6) ** 2 < 16 ? TISSUE.cyst : TISSUE.gland,
);
const UNFILTERED: DeviceSettings = { ...DEFAULT_DEVICE_SETTINGS, filterName: 'FAMODE1' };

const signalInfoOf = (settings: DeviceSettings) => ({
  frequencyHz: settings.frequencyHz,
  samplingHz: rfSamplingHz(settings),
  speedOfSoundMps: SPEED_OF_SOUND_MPS,
  whiteAmplitude: whiteAmplitude(),
  linesPerBeam: linesPerBeam(settings),
});

const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / list.length;

describe("the receiver's signal", () => {
  it.each([
    { frequencyHz: 5e6, doubler: true, samplingHz: 20e6 },
    { frequencyHz: 3.5e6, doubler: false, samplingHz: 20e6 },
    { frequencyHz: 8e6, doubler: true, samplingHz: 40e6 },
  ])('yields the image: $frequencyHz Hz, doubler $doubler', (testCase) => {
    const { samplingHz, ...change } = testCase;
    const settings = { ...UNFILTERED, ...change };
    const { grey, signal } = signalSimulator(BLOCK, FRAME, settings).frameAt(20, 3);
    const beams = signalFrame(FRAME, settings);
    expect(signal).toHaveLength(beams.lines * beams.samples);
    expect(rfSamplingHz(settings)).toBe(samplingHz);
    const image = imageOf(signal, beams, FRAME, signalInfoOf(settings), settings.dynamicRangeDb);
    const differences = Array.from(grey, (value, i) => Math.abs(value - image[i]!));
    // Rounding, and the loss of the pulse in the low-pass: about a third of a dB.
    expect(mean(differences)).toBeLessThan(1.5);
    // Where echoes cancel, and in the noise, small differences are large in dB.
    const bright = differences.filter((_, i) => grey[i]! > 60).sort((a, b) => a - b);
    expect(bright.length).toBeGreaterThan(5000);
    expect(bright[Math.floor(0.99 * bright.length)]).toBeLessThan(10);
  });

  it('yields a brighter or darker image of the same echoes, depending on the dynamic range', () => {
    const { signal, grey } = signalSimulator(BLOCK, FRAME, UNFILTERED).frameAt(20, 3);
    const beams = signalFrame(FRAME, UNFILTERED);
    const imageWith = (dynamicRangeDb: number) =>
      imageOf(signal, beams, FRAME, signalInfoOf(UNFILTERED), dynamicRangeDb);
    const narrow = imageWith(40);
    const wide = imageWith(80);
    for (const [i, value] of grey.entries()) {
      expect(narrow[i]!).toBeLessThanOrEqual(wide[i]! + 1e-3);
      // The order of grey levels is preserved: a darker sample is darker in both images.
      const next = grey[i + 1] ?? value;
      if (value > next + 20) expect(wide[i]!).toBeGreaterThan(wide[i + 1]!);
    }
    expect(
      signalSimulator(BLOCK, FRAME, { ...UNFILTERED, dynamicRangeDb: 80 }).frameAt(20, 3),
    ).toEqual(expect.objectContaining({ signal }));
  });

  it('extends below the image by the reach of the filter, so that the height of the image changes no sample', () => {
    const frameOfHeight = (samples: number) => {
      const frame = { ...fineFrame(9, 0.3, samples), depthStepMm: 0.2 };
      return signalSimulator(BLOCK, frame, DEFAULT_DEVICE_SETTINGS).frameAt(20, 3).grey;
    };
    // 61 is no multiple of the four samples that the simulator computes together.
    const odd = frameOfHeight(61);
    const even = frameOfHeight(64);
    for (let line = 0; line < 9; line += 1) {
      const expected = even.subarray(line * 64, line * 64 + 61);
      expect(odd.subarray(line * 61, (line + 1) * 61)).toEqual(expected);
    }
  });

  it('shows the same tissue as the image without a signal', () => {
    const { grey } = signalSimulator(BLOCK, FRAME, UNFILTERED).frameAt(20, 3);
    const plain = frameSimulator(BLOCK, FRAME, UNFILTERED).frameAt(20, 3);
    const differences = [...plain].flatMap((value, i) =>
      value > 60 ? [Math.abs(value - grey[i]!)] : [],
    );
    expect(differences.length).toBeGreaterThan(5000);
    expect(mean(differences)).toBeLessThan(3);
  });
});
