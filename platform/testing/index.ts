export { aVolume, ball, type VolumeWish } from './a-volume.ts';
export { BROWSER_FLAGS } from './browser-flags.ts';
export {
  aFinding,
  aLengthMark,
  aPatient,
  aScan,
  aScanFile,
  aStudy,
  type LengthMarkWish,
} from './entities.ts';
export { type FakeClock, fakeClock } from './fake-clock.ts';
