import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** Module that the supervisor runs as a worker process. */
export const WORKER_ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url));

export const workerInitSchema = z.object({
  databaseUrl: z.string(),
  /** Absolute path of the data folder. */
  dataFolder: z.string(),
  /** URL of the broker over TCP, e.g. `mqtt://127.0.0.1:4301`. */
  mqttUrl: z.string(),
  /** Secret that authenticates the server's own process to the broker. */
  serviceSecret: z.string(),
});
export type WorkerInit = z.infer<typeof workerInitSchema>;

/**
 * Waits for the init message of the supervisor. Sent by message and not by environment, because
 * child processes and crash reports would inherit the environment with the database's password.
 */
export async function receiveWorkerInit(): Promise<WorkerInit> {
  // A pending message does not keep the process running by itself.
  process.channel?.ref();
  const message = await new Promise<unknown>((resolve) => process.once('message', resolve));
  process.channel?.unref();
  return workerInitSchema.parse(message);
}
