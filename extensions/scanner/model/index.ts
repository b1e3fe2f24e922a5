export { clockDegOfDevice, deviceDegOfClock, wrapDeg } from './device-angle.ts';
export {
  DEFAULT_DEVICE_SETTINGS,
  type DeviceSettings,
  deviceSettingsSchema,
} from './device-settings.ts';
export { contactPercent } from './frame-contact.ts';
export {
  axisPointToSample,
  type FrameGeometry,
  type FrameSample,
  maxRadiusMm,
  mmToSample,
  polarOf,
  sampleToAxisPoint,
  sampleToMm,
} from './frame-geometry.ts';
export {
  decodeRawHeader,
  encodeRawHeader,
  frameGeometryOf,
  type RawHeader,
  rawHeaderSchema,
} from './raw-header.ts';
export { frameSizeOf, type ScannerSettings, scannerSettingsSchema } from './scanner-settings.ts';
export { type SimulatedFault, simulatedFaultSchema } from './simulated-fault.ts';
export {
  ARRAY_LENGTH_MM,
  clockAnglesOf,
  DEMONSTRATION_FRAME,
  type FrameSize,
  frameCount,
  type SweepName,
  type SweepPlan,
  sweepPlans,
} from './sweep-plan.ts';
