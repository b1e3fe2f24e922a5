import type { MqttConnection, MqttConnector, MqttEvents } from '../services/live/mqtt-connector.ts';
import { matchesFilter } from '../services/live/topic-filter.ts';

interface Client extends MqttConnection {
  readonly filters: Set<string>;
  readonly events: MqttEvents;
}

/** A broker in memory with retained messages; tests can break its connections. */
export interface MemoryBroker {
  readonly connect: MqttConnector;
  /** All messages published by browsers, oldest first. */
  readonly published: readonly { readonly topic: string; readonly message: unknown }[];
  readonly connectionCount: number;
  readonly filters: readonly string[];
  /** False rejects new connections. */
  accepting: boolean;
  /** True leaves new connections without a response. */
  isSilent: boolean;
  send(topic: string, message: unknown, options?: { readonly retain?: boolean }): void;
  disconnectAll(): void;
  /** Called for each message published by a browser, e.g. to respond. */
  onPublish: ((topic: string, message: unknown) => void) | null;
  /** Called for each attempt of a browser to connect. */
  onAttempt: (() => void) | null;
}

export function memoryBroker(): MemoryBroker {
  const clients = new Set<Client>();
  const retained = new Map<string, string>();
  const published: { topic: string; message: unknown }[] = [];

  const broker: MemoryBroker = {
    accepting: true,
    isSilent: false,
    published,
    onPublish: null,
    onAttempt: null,
    get connectionCount() {
      return clients.size;
    },
    get filters() {
      return [...clients].flatMap((client) => [...client.filters]);
    },
    connect: async (_, events) => {
      const client = clientOf(events);
      broker.onAttempt?.();
      if (broker.isSilent) return client;
      if (!broker.accepting) {
        queueMicrotask(() => events.onClose());
        return client;
      }
      clients.add(client);
      queueMicrotask(() => events.onConnect(client));
      return client;
    },
    send(topic, message, { retain = false } = {}) {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      if (retain) retained.set(topic, text);
      for (const client of [...clients]) deliver(client, topic, text);
    },
    disconnectAll() {
      for (const client of [...clients]) {
        clients.delete(client);
        client.events.onClose();
      }
    },
  };

  function deliver(client: Client, topic: string, text: string): void {
    const isSubscribed = [...client.filters].some((filter) => matchesFilter(filter, topic));
    if (isSubscribed) client.events.onMessage(topic, text);
  }

  function clientOf(events: MqttEvents): Client {
    const client: Client = {
      events,
      filters: new Set(),
      subscribe: async (filter) => {
        client.filters.add(filter);
        for (const [topic, text] of retained) {
          if (matchesFilter(filter, topic)) events.onMessage(topic, text);
        }
        return true;
      },
      unsubscribe: (filter) => {
        client.filters.delete(filter);
      },
      publish: async (topic, payload) => {
        if (!clients.has(client)) throw new Error('The connection is closed');
        const message: unknown = JSON.parse(payload);
        published.push({ topic, message });
        broker.onPublish?.(topic, message);
      },
      end: () => {
        clients.delete(client);
      },
    };
    return client;
  }
  return broker;
}
