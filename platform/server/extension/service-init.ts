import * as z from 'zod';
import { SERVICE_INIT_ENV } from '#contracts';
import { fail, messageOf, ok, problem, type Result } from '#foundation';

export { SERVICE_INIT_ENV };

const serviceInitSchema = z.object({
  /** Base of the API, e.g. `http://127.0.0.1:4300/api`. */
  apiUrl: z.string(),
  /** The broker over TCP, e.g. `mqtt://127.0.0.1:4301`. User name: the device id; password: the token. */
  mqttUrl: z.string(),
  apiKey: z.string(),
  organizationId: z.string(),
  deviceId: z.string(),
  /** Bearer token of the device; it may call the routes that name `device`. */
  deviceToken: z.string(),
  /** The settings of the extension in the site configuration. */
  settings: z.record(z.string(), z.unknown()),
  /** Whether the site's configuration has developer mode on. */
  developerMode: z.boolean().optional(),
  /** Demonstration modules only: a session of the demonstration operator. */
  operatorToken: z.string().optional(),
});

/** What the supervisor gives a service process of an extension at its start. */
export type ServiceInit = z.infer<typeof serviceInitSchema>;

/** Reads what the supervisor gave; services call it first. */
export function readServiceInit(env: NodeJS.ProcessEnv = process.env): Result<ServiceInit> {
  const invalid = (detail: string) =>
    fail(
      problem(
        'SERVICE_INIT_INVALID',
        'The service was not started by the server',
        detail,
        `Start it with ${SERVICE_INIT_ENV} set, or let the server start it.`,
      ),
    );
  const text = env[SERVICE_INIT_ENV];
  if (text === undefined) return invalid(`${SERVICE_INIT_ENV} is not set.`);
  try {
    const parsed = serviceInitSchema.safeParse(JSON.parse(text));
    return parsed.success ? ok(parsed.data) : invalid(z.prettifyError(parsed.error));
  } catch (thrown) {
    return invalid(messageOf(thrown));
  }
}
