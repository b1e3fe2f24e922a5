import type * as z from 'zod';
import type { Disposable, Result } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

export type LiveConnectionState = 'off' | 'connecting' | 'online' | 'lost';

/**
 * MQTT connection of the browser. Transports change events and commands only; REST holds the truth.
 * Drops and counts messages that violate their schema.
 */
export interface LiveConnection extends Disposable {
  readonly state: ReadonlyStore<LiveConnectionState>;
  subscribe<Schema extends z.ZodType>(
    topicFilter: string,
    schema: Schema,
    handle: (message: z.infer<Schema>, topic: string) => void,
  ): Disposable;
  /**
   * Resolves when the broker has acknowledged the message (QoS 1), not when a receiver has acted.
   * Fails with `CONNECTION_LOST` while disconnected; a command is never queued.
   */
  publish(topic: string, message: object): Promise<Result<void>>;
  /**
   * Reconnects at once, after a hint that the server is reachable; replaces a running attempt. Does
   * nothing unless the connection is lost.
   */
  reconnect(): void;
  /** Number of dropped messages since the start. */
  droppedMessages(): number;
  /** Called after each (re)connect and after 30 s without a message, to read the state by REST. */
  onRefresh(refresh: () => void): Disposable;
}
