import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, messageOf, ok, problem, type Result } from '#foundation';
import { PROJECT_ROOT } from '../site/project-root.ts';
import type { Site } from '../site/site.ts';

/** Addresses and data folders of this process; the environment overrides the site's file. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly mqttPort: number;
  /** Absolute path. */
  readonly dataFolder: string;
  readonly webFolder: string;
  /** URL of an external PostgreSQL; null for the embedded server. */
  readonly databaseUrl: string | null;
  /**
   * URL with the role for users' calls, for sites whose owner role cannot create roles; null
   * otherwise.
   */
  readonly databaseAppUrl: string | null;
}

/** Reads the settings, and creates the data folder and its folder of files when missing. */
export function readSettings(site: Site, env: NodeJS.ProcessEnv): Result<Settings> {
  const { host, port, mqttPort } = site.config.server;
  const http = portOf(env, 'CLOCKFACE_PORT', port);
  if (!http.ok) return http;
  const mqtt = portOf(env, 'CLOCKFACE_MQTT_PORT', mqttPort);
  if (!mqtt.ok) return mqtt;
  const dataFolder = resolve(env.CLOCKFACE_DATA || 'data');
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    mkdirSync(join(dataFolder, 'files'), { recursive: true, mode: 0o700 });
  } catch (thrown) {
    return fail(
      problem(
        'DATA_FOLDER_UNUSABLE',
        'The data folder can’t be used',
        messageOf(thrown),
        'Set CLOCKFACE_DATA to a writable folder.',
      ),
    );
  }
  return ok({
    host,
    port: http.value,
    mqttPort: mqtt.value,
    dataFolder,
    webFolder: join(PROJECT_ROOT, 'dist/web'),
    databaseUrl: env.DATABASE_URL || null,
    databaseAppUrl: env.DATABASE_APP_URL || null,
  });
}

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): Result<number> {
  const text = env[name];
  if (text === undefined || text === '') return ok(fallback);
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return ok(port);
  return fail(
    problem(
      'PORT_INVALID',
      'A port in the environment is invalid',
      `${name} is ${JSON.stringify(text)}.`,
      'Use a number from 0 (any free port) to 65535.',
    ),
  );
}
