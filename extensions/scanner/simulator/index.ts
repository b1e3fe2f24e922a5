export { SPEED_OF_SOUND_MPS } from './beam.ts';
export { type FrameMaker, frameMaker } from './image-formation.ts';
export type { LesionKind } from './lesion-kinds.ts';
export { createPhantom, type Phantom, type PhantomTruth, type TrueLesion } from './phantom.ts';
export { seedOfText } from './random.ts';
