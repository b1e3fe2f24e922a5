import type { DeviceSettings, FrameGeometry } from '../../model/index.ts';
import { type FrameBuffers, shownSamples } from '../kernels/frame-layout.ts';
import { amplitudeOfDb, sinCosDeg } from '../math/portable-math.ts';
import { wavelengthMm } from './beam.ts';
import { DEVICE_PROFILE, linesPerBeam, rfSamplingHz } from './device-profile.ts';

/** Greatest value of a signal sample. */
const FULL_SCALE = 32_767;

/**
 * Returns the geometry of the signal's samples: a line per fired beam, at the receiver's sampling
 * rate.
 */
export function signalFrame(frame: FrameGeometry, settings: DeviceSettings): FrameGeometry {
  // Half the speed of sound in mm/s, because an echo travels forth and back.
  const depthStepMm = (DEVICE_PROFILE.speedOfSoundMps * 500) / rfSamplingHz(settings);
  const imageLinesPerBeam = linesPerBeam(settings);
  // One sample beyond the last computed image sample, which lies between two samples of the signal.
  const shown = shownSamples(frame.samples);
  const samples = Math.ceil(((shown - 1) * frame.depthStepMm) / depthStepMm) + 2;
  return {
    ...frame,
    lines: Math.ceil(frame.lines / imageLinesPerBeam),
    samples: 4 * Math.ceil(samples / 4),
    lateralPitchMm: frame.lateralPitchMm * imageLinesPerBeam,
    depthStepMm,
  };
}

/** Returns the signal amplitude displayed as white. */
export function whiteAmplitude(): number {
  return FULL_SCALE * amplitudeOfDb(-DEVICE_PROFILE.rf.headroomDb);
}

/** Sets the carrier of a beam's echoes: Re{x e^(i 4π f z / c)}, with the scale of the signal. */
export function setCarrier(
  { firstDepthMm, depthStepMm }: FrameGeometry,
  settings: DeviceSettings,
  { cosine, sine }: FrameBuffers,
): void {
  const scale = whiteAmplitude() * amplitudeOfDb(-DEVICE_PROFILE.receiver.glandBelowWhiteDb);
  const turnsPerMm = 2 / wavelengthMm(settings.frequencyHz);
  for (let j = 0; j < cosine.length; j += 1) {
    const { sin, cos } = sinCosDeg(360 * turnsPerMm * (firstDepthMm + j * depthStepMm));
    cosine[j] = scale * cos;
    sine[j] = scale * sin;
  }
}
