import * as z from 'zod';
import { connectionConfigSchema, SERVICE_INIT_ENV } from '#contracts';
import { fail, messageOf, ok, problem, type Result } from '#foundation';

export { SERVICE_INIT_ENV };

const serviceInitSchema = z.object({
  /** Base URL of the API, e.g. `http://127.0.0.1:4300/api`. */
  apiUrl: z.string(),
  /** MQTT broker over TCP, e.g. `mqtt://127.0.0.1:4301`. User name: device id; password: token. */
  mqttUrl: z.string(),
  /** Settings of the MQTT connection; absent: their defaults. */
  connection: connectionConfigSchema.optional(),
  apiKey: z.string(),
  organizationId: z.string(),
  deviceId: z.string(),
  /** Bearer token of the device, valid for routes that allow `device`. */
  deviceToken: z.string(),
  /** Settings of the extension from the site configuration. */
  settings: z.record(z.string(), z.unknown()),
  /** True when the site configuration enables developer mode. */
  developerMode: z.boolean().optional(),
  /** Session token of the demonstration operator; only for demonstration modules. */
  operatorToken: z.string().optional(),
  /** Session token of the demonstration physician; only for demonstration modules with findings. */
  readerToken: z.string().optional(),
  /** Number of demonstration patients; only for demonstration modules. */
  demonstrationPatients: z.number().int().optional(),
});

/** Configuration that the supervisor passes to an extension's service process at startup. */
export type ServiceInit = z.infer<typeof serviceInitSchema>;

/** Reads the configuration passed by the supervisor; call first in a service. */
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
