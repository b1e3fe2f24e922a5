import { connect } from 'mqtt';
import { type JobMessage, MQTT_CLIENT, type ScanMessage } from '#contracts';
import { type Disposable, type Logger, messageOf } from '#foundation';
import type { PublishJob } from '../jobs/job-queue.ts';

/** Hints at a scan that a job has changed. */
export type PublishScan = (topic: string, message: ScanMessage) => void;

/** The broker refuses longer bodies; the row has the whole text. */
const MAX_TEXT_LENGTH = 400;

/** Publishes hints about jobs while the broker is there, and drops them while it is not. */
export function openJobPublisher(
  mqttUrl: string,
  secret: string,
  log: Logger,
): { readonly publish: PublishJob & PublishScan } & Disposable {
  const client = connect(mqttUrl, {
    ...MQTT_CLIENT,
    clientId: `jobs-${process.pid}`,
    username: 'worker',
    password: secret,
    clean: true,
    queueQoSZero: false,
  });
  client.on('error', (error) => {
    log.log('warn', 'The link to the broker failed', { detail: messageOf(error) });
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
