export { SPEED_OF_SOUND_MPS } from './imaging/beam.ts';
export {
  AS_IT_SHOULD_BE,
  type Circumstances,
  contactAt,
  type Jerk,
  poseAt,
  trueFrame,
} from './imaging/circumstances.ts';
export { DEVICE_PROFILE } from './imaging/device-profile.ts';
export {
  type FrameMaker,
  frameMaker,
  type SignalMaker,
  signalMaker,
} from './imaging/image-formation.ts';
export { signalFrame, whiteAmplitude } from './imaging/receiver-signal.ts';
export { seedOfText } from './math/random.ts';
export type { LesionKind } from './phantom/lesion-kinds.ts';
export {
  createPhantom,
  type Phantom,
  type PhantomTruth,
  type TrueLesion,
} from './phantom/phantom.ts';
