import type { DeviceSettings } from '../../model/index.ts';

/**
 * Effects of the device settings on the image: every parameter of acoustics and electronics that
 * was chosen rather than derived. The effects of FAMODE1 to FAMODE4 and `doubler` on a real device
 * are not published; these are definitions of this simulator.
 */
export const DEVICE_PROFILE = {
  /** Speed of sound that the device assumes for ranges: the middle of the breast. */
  speedOfSoundMps: 1540,
  beam: {
    pulseCycles: 1.6,
    lateralFNumber: 2.2,
    elevationFNumber: 5,
    /** Fixed focus of the lens across the slice, and the range over which the focus holds. */
    elevationFocusMm: 25,
    elevationDepthMm: 5,
    /** Half the width over which the aperture averages a shadow. */
    apertureMm: 1,
  },
  receiver: {
    /** Attenuation assumed by the time-gain compensation, in dB per cm and MHz. */
    timeGainDb: 0.6,
    /** Noise level in dB relative to the scatterers of gland at the face. */
    noiseDb: -52,
    /** Level of average gland in dB below white. */
    glandBelowWhiteDb: 27,
  },
  /**
   * Steering angles of the looks whose envelopes are averaged; RF stores the signal of the first
   * look.
   */
  compound: { steerDeg: [0, -10, 10] },
  /** Lines between two fired lines are the mean of the neighbouring envelopes. */
  doubler: { linesPerBeam: 2 },
  filters: {
    FAMODE1: { kind: 'off' },
    /** Median of 3 × 3 samples. */
    FAMODE2: { kind: 'median' },
    /**
     * Lee filter on levels in dB, which smooths where the variation does not exceed that of
     * speckle. `speckleDb` is below that of fully developed speckle (5.57 dB), so that some texture
     * stays.
     */
    FAMODE3: { kind: 'local', acrossMm: 0.6, alongMm: 0.3, speckleDb: 4.2, gain: 1 },
    /** Amplifies deviations from the surroundings. */
    FAMODE4: { kind: 'local', acrossMm: 0.9, alongMm: 0.5, speckleDb: 0, gain: 1.6 },
  },
  rf: {
    /** Doubled until a period of the pulse has four samples. */
    samplingHz: 20e6,
    /** Level of a white sample in dB below the largest number. */
    headroomDb: 6,
  },
  /** A beam without gel: loss, and the stripes of its reverberations. */
  noContact: {
    lossDb: 45,
    /** Length along the array over which the loss rises from 0 to `lossDb`. */
    edgeMm: 2,
    /** Angle at both ends of a lost sector in which its inner edge moves outward by `taperMm`. */
    taperDeg: 4,
    taperMm: 12,
    /** Distance between stripes, their number, level relative to gland, and decay per stripe. */
    stripeMm: 1.3,
    stripes: 8,
    stripeDb: 34,
    decayDb: 5,
  },
  /** Movement of the patient, and frame rate of the device. */
  movement: { framesPerSecond: 24, breathSeconds: 4, settlingSeconds: 3 },
} as const satisfies DeviceProfile;

/** Median: over 3 × 3 samples. Local: `mean + gain · share · (value − mean)` over a window. */
export type FilterProfile =
  | { readonly kind: 'off' | 'median' }
  | {
      readonly kind: 'local';
      /** Half the window, across the lines and along the lines. */
      readonly acrossMm: number;
      readonly alongMm: number;
      /** Standard deviation of speckle; `share` is the part of the variance beyond this. */
      readonly speckleDb: number;
      readonly gain: number;
    };

interface DeviceProfile {
  readonly speedOfSoundMps: number;
  readonly beam: Readonly<Record<string, number>>;
  readonly receiver: Readonly<Record<string, number>>;
  readonly compound: { readonly steerDeg: readonly [number, ...number[]] };
  readonly doubler: { readonly linesPerBeam: number };
  readonly filters: Readonly<Record<DeviceSettings['filterName'], FilterProfile>>;
  readonly rf: Readonly<Record<string, number>>;
  readonly noContact: Readonly<Record<string, number>>;
  readonly movement: Readonly<Record<string, number>>;
}

/** Returns the steering angles of a frame's looks. */
export function looksOf({ compound }: DeviceSettings): readonly number[] {
  return compound ? DEVICE_PROFILE.compound.steerDeg : [0];
}

/** Returns the number of image lines per fired beam. */
export function linesPerBeam({ doubler }: DeviceSettings): number {
  return doubler ? DEVICE_PROFILE.doubler.linesPerBeam : 1;
}

/** Returns the sampling rate of the receiver's signal. */
export function rfSamplingHz({ frequencyHz }: DeviceSettings): number {
  let samplingHz: number = DEVICE_PROFILE.rf.samplingHz;
  while (samplingHz < 4 * frequencyHz) samplingHz *= 2;
  return samplingHz;
}
