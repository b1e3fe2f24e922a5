export { aVolume, ball, type VolumeOptions } from './a-volume.ts';
export { BROWSER_FLAGS } from './browser-flags.ts';
export {
  aDeviceStatus,
  aFinding,
  aHardwareState,
  aLengthMark,
  anAccount,
  aPatient,
  aScan,
  aScanFile,
  aStudy,
  type LengthMarkOverrides,
} from './entities.ts';
export { type FakeClock, fakeClock } from './fake-clock.ts';
export { QUADRANTS_BY_HOUR } from './quadrants-by-hour.ts';
