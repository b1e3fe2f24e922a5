import { type ConnectionConfig, connectionConfigSchema, publicConfigSchema } from '#contracts';
import { type Logger, messageOf } from '#foundation';

const RESPONSE_TIMEOUT_MS = 3_000;

/** The part of `/api/config` that the shell reads. */
const publishedSchema = publicConfigSchema.pick({ connection: true });

/**
 * Returns the settings of live connections that the server at `base` publishes. A failure is logged
 * and yields the defaults, because the window works without the shell's connection.
 */
export async function connectionSettings(base: string, log: Logger): Promise<ConnectionConfig> {
  try {
    const response = await fetch(new URL('api/config', base), {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return publishedSchema.parse(await response.json()).connection;
  } catch (thrown) {
    log.log('warn', 'The connection settings of the site could not be read', {
      detail: messageOf(thrown),
    });
    return connectionConfigSchema.parse({});
  }
}
