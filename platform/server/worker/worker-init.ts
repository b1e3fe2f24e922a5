import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** The module that the supervisor runs as a process of its own. */
export const WORKER_ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url));

export const workerInitSchema = z.object({
  databaseUrl: z.string(),
  /** Absolute path of the data folder. */
  dataFolder: z.string(),
  /** The broker over TCP, e.g. `mqtt://127.0.0.1:4301`. */
  mqttUrl: z.string(),
  /** Proves to the broker that this is the server's own process. */
  serviceSecret: z.string(),
});
export type WorkerInit = z.infer<typeof workerInitSchema>;

/**
 * What the supervisor hands over, as soon as it knows it. By message and not by environment, which
 * child processes and crash reports would inherit with the database's password.
 */
export async function receiveWorkerInit(): Promise<WorkerInit> {
  // Nothing else keeps a process alive that only waits.
  process.channel?.ref();
  const message = await new Promise<unknown>((resolve) => process.once('message', resolve));
  process.channel?.unref();
  return workerInitSchema.parse(message);
}
