import type * as z from 'zod';
import type { Disposable, Result } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

export type LiveConnectionState = 'off' | 'connecting' | 'online' | 'lost';

/**
 * The MQTT link of the browser: hints and commands, never truth. Messages that do not fit their
 * schema are counted and dropped.
 */
export interface LiveConnection extends Disposable {
  readonly state: ReadonlyStore<LiveConnectionState>;
  subscribe<Schema extends z.ZodType>(
    topicFilter: string,
    schema: Schema,
    handle: (message: z.infer<Schema>, topic: string) => void,
  ): Disposable;
  /**
   * Resolves when the broker has taken the message (QoS 1), not when anyone has acted on it. Fails
   * with `LINK_LOST` while there is no connection: a command is never kept for later.
   */
  publish(topic: string, message: object): Promise<Result<void>>;
  /** How many messages did not fit their schema since the start. */
  droppedMessages(): number;
  /** Called after each (re)connect and every 30 s without a message: read the truth by REST. */
  onRefresh(refresh: () => void): Disposable;
}
