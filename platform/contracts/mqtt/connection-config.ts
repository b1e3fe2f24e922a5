import * as z from 'zod';
import { MQTT_CLIENT } from './topics.ts';

/** Settings of every MQTT client of a site; the defaults are those of specification 7. */
export const connectionConfigSchema = z.strictObject({
  /** Mean time until the next attempt to reconnect; see `reconnectWaitMs`. */
  reconnectMs: z.number().int().min(100).max(60_000).default(MQTT_CLIENT.reconnectPeriod),
  keepaliveSeconds: z.number().int().min(5).max(600).default(MQTT_CLIENT.keepalive),
  connectTimeoutMs: z.number().int().min(1_000).max(120_000).default(MQTT_CLIENT.connectTimeout),
});
export type ConnectionConfig = z.infer<typeof connectionConfigSchema>;

/**
 * Returns the time in ms until the next attempt to reconnect: between 0.5 and 1.5 times the setting,
 * so that clients that lost the server together do not return at the same moment. Never grows,
 * because an operator must be able to stop a scanner soon after the server is back.
 */
export function reconnectWaitMs(reconnectMs: number, random: () => number = Math.random): number {
  return reconnectMs * (0.5 + random());
}

/** Returns the options of an MQTT client for the settings of a site. */
export function mqttClientOptions({
  reconnectMs,
  keepaliveSeconds,
  connectTimeoutMs,
}: ConnectionConfig) {
  return {
    ...MQTT_CLIENT,
    reconnectPeriod: reconnectMs,
    keepalive: keepaliveSeconds,
    connectTimeout: connectTimeoutMs,
  };
}
