export { SPEED_OF_SOUND_MPS } from './beam.ts';
export {
  AS_IT_SHOULD_BE,
  type Circumstances,
  contactAt,
  type Jerk,
  poseAt,
  trueFrame,
} from './circumstances.ts';
export { DEVICE_PROFILE } from './device-profile.ts';
export {
  type FrameMaker,
  frameMaker,
  type SignalMaker,
  signalMaker,
} from './image-formation.ts';
export type { LesionKind } from './lesion-kinds.ts';
export { createPhantom, type Phantom, type PhantomTruth, type TrueLesion } from './phantom.ts';
export { seedOfText } from './random.ts';
export { signalFrame, whiteAmplitude } from './receiver-signal.ts';
