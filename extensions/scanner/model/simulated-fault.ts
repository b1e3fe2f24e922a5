import { type DeviceFault, deviceFaultSchema } from '#contracts';

/**
 * Fault that the simulated scanner raises once. `ScanServiceNotAvailable` ends the process of the
 * scan service like a crash.
 */
export const simulatedFaultSchema = deviceFaultSchema;
export type SimulatedFault = DeviceFault;
