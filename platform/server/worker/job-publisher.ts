import { connect } from 'mqtt';
import {
  type ConnectionConfig,
  type JobMessage,
  mqttClientOptions,
  reconnectWaitMs,
  type ScanMessage,
} from '#contracts';
import { type Disposable, type Logger, messageOf } from '#foundation';
import type { PublishJob } from '../jobs/job-queue.ts';

/** Publishes a change event for a scan that a job has changed. */
export type PublishScan = (topic: string, message: ScanMessage) => void;

/** Maximum text length, because the broker rejects larger messages; the row has the full text. */
const MAX_TEXT_LENGTH = 400;

/** Publishes job events while the broker is connected, and drops them otherwise. */
export function openJobPublisher(
  mqttUrl: string,
  secret: string,
  connection: ConnectionConfig,
  log: Logger,
  connectClient: typeof connect = connect,
): { readonly publish: PublishJob & PublishScan } & Disposable {
  const client = connectClient(mqttUrl, {
    ...mqttClientOptions(connection),
    reconnectPeriod: reconnectWaitMs(connection.reconnectMs),
    clientId: `jobs-${process.pid}`,
    username: 'worker',
    password: secret,
    clean: true,
    queueQoSZero: false,
  });
  client.on('error', (error) => {
    log.log('warn', 'The connection to the broker failed', { detail: messageOf(error) });
  });
  return {
    publish(topic: string, message: JobMessage | ScanMessage) {
      if (!client.connected) return;
      const short = 'job' in message ? shortened(message) : message;
      client.publish(topic, JSON.stringify(short), { qos: 0 });
    },
    dispose() {
      client.end(true);
    },
  };
}

function shortened(message: JobMessage): JobMessage {
  const { problem } = message.job;
  if (problem === null) return message;
  const detail = problem.detail.slice(0, MAX_TEXT_LENGTH);
  return { ...message, job: { ...message.job, problem: { ...problem, detail } } };
}
