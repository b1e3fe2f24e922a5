/** Commands the browser publishes to a device. */
export const DEVICE_COMMANDS = [
  'StartScan',
  'PauseScan',
  'ResumeScan',
  'StopScan',
  'PrepareScan',
  'SoftResetHardware',
  'TransducerCheck',
  'ScanFailed',
] as const;
export type DeviceCommand = (typeof DEVICE_COMMANDS)[number];

/** What a scan service acknowledges. */
export const ACKNOWLEDGEMENTS = [
  'Started',
  'Stopped',
  'Paused',
  'Resumed',
  'Completed',
  'Restarted',
  'Failed',
] as const;
export type Acknowledgement = (typeof ACKNOWLEDGEMENTS)[number];

const deviceRoot = (organizationId: string, deviceId: string): string =>
  `clockface/${organizationId}/device/${deviceId}`;

export const topics = {
  deviceAll: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/#`,
  command: (organizationId: string, deviceId: string, command: DeviceCommand) =>
    `${deviceRoot(organizationId, deviceId)}/command/${command}`,
  commandsOf: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/command/+`,
  statusGet: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/status/get`,
  /** Retained; the last will sets it to offline. */
  status: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/status`,
  timing: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/timing`,
  acknowledgement: (organizationId: string, deviceId: string, ack: Acknowledgement) =>
    `${deviceRoot(organizationId, deviceId)}/ack/${ack}`,
  acknowledgementsOf: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/ack/+`,
  image: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/image`,
  job: (organizationId: string, jobId: string) => `clockface/${organizationId}/jobs/${jobId}`,
  jobsOf: (organizationId: string) => `clockface/${organizationId}/jobs/+`,
  study: (organizationId: string, studyId: string) =>
    `clockface/${organizationId}/studies/${studyId}`,
  studiesOf: (organizationId: string) => `clockface/${organizationId}/studies/+`,
} as const;

/** Settings of every MQTT client (specification 7). */
export const MQTT_CLIENT = {
  keepalive: 60,
  connectTimeout: 30_000,
  reconnectPeriod: 1_000,
  protocolVersion: 4,
} as const;
