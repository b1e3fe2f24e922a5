export { SPEED_OF_SOUND_MPS } from './imaging/beam.ts';
export { DEVICE_PROFILE } from './imaging/device-profile.ts';
export {
  type FrameSimulator,
  frameSimulator,
  type SignalSimulator,
  signalSimulator,
} from './imaging/image-formation.ts';
export { signalFrame, whiteAmplitude } from './imaging/receiver-signal.ts';
export {
  contactAt,
  IDEAL_CONDITIONS,
  type Jerk,
  poseAt,
  type ScanConditions,
  trueFrame,
} from './imaging/scan-conditions.ts';
export { seedOfText } from './math/random.ts';
export { MIN_CONTACT_RADIUS_MM } from './phantom/anatomy.ts';
export type { LesionKind } from './phantom/lesion-kinds.ts';
export {
  createPhantom,
  type Phantom,
  type PhantomTruth,
  type TrueLesion,
} from './phantom/phantom.ts';
