export { readUltrasoundFrames, type UltrasoundFrames } from './read-ultrasound-frames.ts';
export type { PixelSpacing } from './ultrasound-regions.ts';
