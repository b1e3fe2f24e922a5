import type * as z from 'zod';
import { COMMAND_SCHEMAS, statusGetSchema, timingSetSchema } from './commands.ts';
import { developerFailSchema, developerResponseSchema } from './developer.ts';
import { deviceStatusSchema } from './device-status.ts';
import { DIAGNOSTIC_CHECKS, diagnosticResultSchema, prescanResultSchema } from './diagnostics.ts';
import {
  acknowledgementSchema,
  cloudSyncLogMessageSchema,
  cloudSyncStatusMessageSchema,
  devModeSchema,
  imageTickSchema,
  jobMessageSchema,
  openUrlFromArgvSchema,
  scanMessageSchema,
  scanServiceCrashedSchema,
  studyMessageSchema,
  timingTickSchema,
} from './messages.ts';
import { ACKNOWLEDGEMENTS, DEVICE_COMMANDS } from './topics.ts';

/** Publisher or subscriber of a topic. The desktop shell is the program around a browser window. */
export type TopicEnd = 'browser' | 'scan-service' | 'server' | 'worker' | 'desktop-shell';

export interface TopicEntry {
  /**
   * Topic pattern with `{organizationId}`, `{deviceId}`, `{clientId}`, `{jobId}`, `{studyId}` or
   * `{scanId}`.
   */
  readonly topic: string;
  readonly schema: z.ZodType;
  readonly from: TopicEnd;
  readonly to: TopicEnd;
  /** Whether the broker retains the last message for later subscribers. */
  readonly retained: boolean;
}

const ROOT = 'clockface/{organizationId}';
const DEVICE = `${ROOT}/device/{deviceId}`;
const DESKTOP = `${ROOT}/desktop/{clientId}`;

const entry = (
  from: TopicEnd,
  to: TopicEnd,
  topic: string,
  schema: z.ZodType,
  retained = false,
): TopicEntry => ({ topic, schema, from, to, retained });

const toDevice = (what: string, schema: z.ZodType): TopicEntry =>
  entry('browser', 'scan-service', `${DEVICE}/${what}`, schema);
const fromDevice = (what: string, schema: z.ZodType, retained = false): TopicEntry =>
  entry('scan-service', 'browser', `${DEVICE}/${what}`, schema, retained);

/** Every MQTT topic with the schema of its messages. */
export const TOPIC_CATALOGUE: readonly TopicEntry[] = [
  ...DEVICE_COMMANDS.map((name) => toDevice(`command/${name}`, COMMAND_SCHEMAS[name])),
  toDevice('status/get', statusGetSchema),
  toDevice('timing/set', timingSetSchema),
  toDevice('developer/fail', developerFailSchema),
  fromDevice('developer/answer', developerResponseSchema),
  fromDevice('status', deviceStatusSchema, true),
  fromDevice('timing', timingTickSchema),
  ...ACKNOWLEDGEMENTS.map((name) => fromDevice(`ack/${name}`, acknowledgementSchema)),
  fromDevice('prescan/result', prescanResultSchema),
  fromDevice('image', imageTickSchema),
  ...DIAGNOSTIC_CHECKS.map((check) => fromDevice(`diagnostic/${check}`, diagnosticResultSchema)),
  entry('desktop-shell', 'browser', `${DESKTOP}/scan-service-crashed`, scanServiceCrashedSchema),
  entry('desktop-shell', 'browser', `${DESKTOP}/open-url-from-argv`, openUrlFromArgvSchema),
  entry('browser', 'desktop-shell', `${DESKTOP}/dev-mode`, devModeSchema),
  entry('server', 'browser', `${ROOT}/cloud-sync/status`, cloudSyncStatusMessageSchema),
  entry('server', 'browser', `${ROOT}/cloud-sync/log`, cloudSyncLogMessageSchema),
  entry('worker', 'browser', `${ROOT}/jobs/{jobId}`, jobMessageSchema),
  entry('server', 'browser', `${ROOT}/studies/{studyId}`, studyMessageSchema),
  // Also published by a worker when its job has changed the scan.
  entry('server', 'browser', `${ROOT}/scans/{scanId}`, scanMessageSchema),
];
