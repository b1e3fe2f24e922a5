import { type DeviceFault, deviceFaultSchema } from '#contracts';

/**
 * A fault that the simulated scanner has, once. ScanServiceNotAvailable ends the process of the
 * scan service as a crash does.
 */
export const simulatedFaultSchema = deviceFaultSchema;
export type SimulatedFault = DeviceFault;
