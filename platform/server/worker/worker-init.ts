import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** The environment variable that carries a WorkerInit as JSON. */
export const WORKER_INIT_ENV = 'CLOCKFACE_WORKER_INIT';

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
