import { connect } from 'mqtt';
import { type JobMessage, MQTT_CLIENT } from '#contracts';
import { type Disposable, type Logger, messageOf } from '#foundation';
import type { TellJob } from '../jobs/job-queue.ts';

/** The broker refuses longer bodies; the row has the whole text. */
const LONGEST_TEXT = 400;

/** Publishes hints about jobs while the broker is there, and drops them while it is not. */
export function openJobTeller(
  mqttUrl: string,
  secret: string,
  log: Logger,
): { readonly tell: TellJob } & Disposable {
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
    tell(topic, message) {
      if (!client.connected) return;
      client.publish(topic, JSON.stringify(shortened(message)), { qos: 0 });
    },
    dispose() {
      client.end(true);
    },
  };
}

function shortened(message: JobMessage): JobMessage {
  const { problem } = message.job;
  if (problem === null) return message;
  const detail = problem.detail.slice(0, LONGEST_TEXT);
  return { ...message, job: { ...message.job, problem: { ...problem, detail } } };
}
