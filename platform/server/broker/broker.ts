import type { Feature, Role } from '#contracts';
import type { Result } from '#foundation';
import type { BrokerLeases } from '../leases/broker-leases.ts';

/** A signed-in person at the other end of a connection. */
export interface ConnectedUser {
  readonly kind: 'person';
  readonly accountId: string;
  readonly organizationId: string;
  readonly roles: readonly Role[];
  readonly features: readonly Feature[];
  /** Id of the session's token: what logging off names. */
  readonly tokenId: string;
  /** The desktop whose window this is; absent in any other browser. */
  readonly desktopId?: string;
}

export interface ConnectedDevice {
  readonly kind: 'device';
  readonly deviceId: string;
  readonly organizationId: string;
  /** Id of its credential: what deleting it or giving it another one names. */
  readonly tokenId: string;
}

/** The shell around a window. It is nobody: it speaks to that window alone, once a person is there. */
export interface ConnectedDesktop {
  readonly kind: 'desktop';
  readonly clientId: string;
}

/** The server's own processes. */
export interface ConnectedService {
  readonly kind: 'server' | 'worker';
}

export type ConnectionPrincipal =
  | ConnectedUser
  | ConnectedDevice
  | ConnectedDesktop
  | ConnectedService;

/** Who a connection may be; the accounts of the server answer this. */
export interface ConnectionIdentities {
  person(accessToken: string): Promise<ConnectedUser | null>;
  device(deviceId: string, token: string): Promise<ConnectedDevice | null>;
  service(name: 'server' | 'worker', secret: string): boolean;
  /** Whether a session or a device's credential still stands: neither revoked nor expired. */
  isStillValid(principal: ConnectedUser | ConnectedDevice): Promise<boolean>;
  deviceBelongs(organizationId: string, deviceId: string): Promise<boolean>;
  readonly leases: BrokerLeases;
}

export type BrokerState = 'starting' | 'up' | 'down';

/** The message broker as the rest of the server sees it: a place for hints and commands. */
export interface Broker {
  readonly state: BrokerState;
  /** TCP port that devices and the worker use. */
  readonly port: number;
  /** Hands a hint to everyone who listens. Truth is never sent this way alone. */
  publish(topic: string, message: object, options?: { retain?: boolean }): Promise<Result<void>>;
  /**
   * Ends the connections of a session or of a device's credential: after logging off, a lock, a
   * change of roles, or another credential.
   */
  disconnectSession(tokenId: string): void;
  close(): Promise<void>;
}

/** Bodies above this are refused: pictures never travel here. */
export const MAX_PAYLOAD_BYTES = 4096;
