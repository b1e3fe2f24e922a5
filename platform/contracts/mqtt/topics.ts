import type { DiagnosticCheck } from './diagnostics.ts';

/** Commands that the browser publishes to a device. */
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

/** Acknowledgements of a scan service. */
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

/** Topics between a desktop window and its shell. */
export const DESKTOP_TOPICS = ['scan-service-crashed', 'open-url-from-argv', 'dev-mode'] as const;
export type DesktopTopic = (typeof DESKTOP_TOPICS)[number];

export const CLOUD_SYNC_TOPICS = ['status', 'log'] as const;
export type CloudSyncTopic = (typeof CLOUD_SYNC_TOPICS)[number];

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
  /** Retained; the last will sets the status to offline. */
  status: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/status`,
  timingSet: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/timing/set`,
  timing: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/timing`,
  acknowledgement: (organizationId: string, deviceId: string, ack: Acknowledgement) =>
    `${deviceRoot(organizationId, deviceId)}/ack/${ack}`,
  acknowledgementsOf: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/ack/+`,
  image: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/image`,
  prescanResult: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/prescan/result`,
  diagnostic: (organizationId: string, deviceId: string, check: DiagnosticCheck) =>
    `${deviceRoot(organizationId, deviceId)}/diagnostic/${check}`,
  diagnosticsOf: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/diagnostic/+`,
  /** Developer mode: makes a simulated device fail. */
  developerFail: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/developer/fail`,
  developerAnswer: (organizationId: string, deviceId: string) =>
    `${deviceRoot(organizationId, deviceId)}/developer/answer`,
  /** `clientId` identifies one window of the desktop shell. */
  desktop: (organizationId: string, clientId: string, what: DesktopTopic) =>
    `clockface/${organizationId}/desktop/${clientId}/${what}`,
  cloudSync: (organizationId: string, what: CloudSyncTopic) =>
    `clockface/${organizationId}/cloud-sync/${what}`,
  job: (organizationId: string, jobId: string) => `clockface/${organizationId}/jobs/${jobId}`,
  jobsOf: (organizationId: string) => `clockface/${organizationId}/jobs/+`,
  study: (organizationId: string, studyId: string) =>
    `clockface/${organizationId}/studies/${studyId}`,
  scan: (organizationId: string, scanId: string) => `clockface/${organizationId}/scans/${scanId}`,
  studiesOf: (organizationId: string) => `clockface/${organizationId}/studies/+`,
} as const;

/** Settings of every MQTT client, prescribed by specification 7. */
export const MQTT_CLIENT = {
  /** Seconds. */
  keepalive: 60,
  /** Milliseconds. */
  connectTimeout: 30_000,
  /** Milliseconds. */
  reconnectPeriod: 1_000,
  /** MQTT 3.1.1. */
  protocolVersion: 4,
} as const;

/** Maximum times in ms that a browser waits for the scan service, prescribed by specification 9. */
export const SCAN_SERVICE_TIMEOUTS_MS = {
  /** For any acknowledgement. */
  connection: 3_000,
  transducerCheck: 33_000,
  prepareScan: 35_000,
} as const;
