import type { DeviceSettings } from '../../model/index.ts';

/**
 * What the settings of the device mean to its image: every figure of its acoustics and electronics
 * that was chosen rather than derived, in one place. What the names FAMODE1 to FAMODE4 and `doubler`
 * do on a device is not published: these are this simulator's own meanings.
 */
export const DEVICE_PROFILE = {
  /** What the device assumes for ranges: the middle of the breast. */
  speedOfSoundMps: 1540,
  beam: {
    pulseCycles: 1.6,
    lateralFNumber: 2.2,
    elevationFNumber: 5,
    /** The lens's fixed focus across the slice, and the range over which it holds. */
    elevationFocusMm: 25,
    elevationDepthMm: 5,
    /** Half the width over which the aperture averages a shadow. */
    apertureMm: 1,
  },
  receiver: {
    /** Attenuation that the time-gain compensation expects, dB per cm and MHz. */
    timeGainDb: 0.6,
    /** Noise, dB below the scatterers of gland at the face. */
    noiseDb: -52,
    /** Grey of average gland: this many dB below white. */
    glandBelowWhiteDb: 27,
  },
  /** Looks whose envelopes are averaged; the first is the one whose signal is kept as RF. */
  compound: { steerDeg: [0, -10, 10] },
  /** Lines between two that are fired are the mean of the envelopes beside them. */
  doubler: { linesPerBeam: 2 },
  filters: {
    FAMODE1: { kind: 'off' },
    /** Of 3 × 3 samples. */
    FAMODE2: { kind: 'median' },
    /**
     * Lee's filter on levels in dB, smooth where no more varies than speckle does: for less than
     * that of fully developed speckle (5.57 dB), so that some of its texture stays.
     */
    FAMODE3: { kind: 'local', acrossMm: 0.6, alongMm: 0.3, speckleDb: 4.2, gain: 1 },
    /** What stands out of its surroundings stands out more. */
    FAMODE4: { kind: 'local', acrossMm: 0.9, alongMm: 0.5, speckleDb: 0, gain: 1.6 },
  },
  rf: {
    /** Doubled until a period of the pulse has four samples. */
    samplingHz: 20e6,
    /** A white sample lies this far below the largest number. */
    headroomDb: 6,
  },
  /** A beam that leaves the array without gel: what is lost, and the stripes of its own echoes. */
  noContact: {
    lossDb: 45,
    edgeMm: 2,
    taperDeg: 4,
    taperMm: 12,
    stripeMm: 1.3,
    stripes: 8,
    stripeDb: 34,
    decayDb: 5,
  },
  /** How the patient moves, and how often the device looks. */
  movement: { framesPerSecond: 24, breathSeconds: 4, settlingSeconds: 3 },
} as const satisfies DeviceProfile;

/** Median: of 3 × 3 samples. Local: `mean + gain · share · (value − mean)` of a window. */
export type FilterProfile =
  | { readonly kind: 'off' | 'median' }
  | {
      readonly kind: 'local';
      /** Half the window, across the lines and along them. */
      readonly acrossMm: number;
      readonly alongMm: number;
      /** Standard deviation of speckle: the share is what varies beyond it. */
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

/** Angles of the looks that a frame is made of. */
export function looksOf({ compound }: DeviceSettings): readonly number[] {
  return compound ? DEVICE_PROFILE.compound.steerDeg : [0];
}

/** Lines of the picture a beam that is fired. */
export function linesPerBeam({ doubler }: DeviceSettings): number {
  return doubler ? DEVICE_PROFILE.doubler.linesPerBeam : 1;
}

/** Sampling of the receiver's signal. */
export function rfSamplingHz({ frequencyHz }: DeviceSettings): number {
  let samplingHz: number = DEVICE_PROFILE.rf.samplingHz;
  while (samplingHz < 4 * frequencyHz) samplingHz *= 2;
  return samplingHz;
}
