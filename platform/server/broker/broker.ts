import type { Feature, Role } from '#contracts';
import type { Result } from '#foundation';
import type { BrokerLeases } from '../leases/broker-leases.ts';
import type { DeviceStatuses } from '../leases/device-statuses.ts';

/** Signed-in user of a connection. */
export interface ConnectedUser {
  readonly kind: 'person';
  readonly accountId: string;
  readonly organizationId: string;
  readonly roles: readonly Role[];
  readonly features: readonly Feature[];
  /** Id of the session token; signing out disconnects by this id. */
  readonly tokenId: string;
  /** Desktop shell of this window; absent in other browsers. */
  readonly desktopId?: string;
}

export interface ConnectedDevice {
  readonly kind: 'device';
  readonly deviceId: string;
  readonly organizationId: string;
  /** Id of the device credential; deleting or replacing the credential disconnects by this id. */
  readonly tokenId: string;
}

/** Desktop shell around a window. Has no user; may message only its own window, after sign-in. */
export interface ConnectedDesktop {
  readonly kind: 'desktop';
  readonly clientId: string;
}

/** Process of the server. */
export interface ConnectedService {
  readonly kind: 'server' | 'worker';
}

export type ConnectionPrincipal =
  | ConnectedUser
  | ConnectedDevice
  | ConnectedDesktop
  | ConnectedService;

/** Authenticates broker connections; implemented with the server's accounts. */
export interface ConnectionIdentities {
  person(accessToken: string): Promise<ConnectedUser | null>;
  device(deviceId: string, token: string): Promise<ConnectedDevice | null>;
  service(name: 'server' | 'worker', secret: string): boolean;
  /** Returns whether a session or a device credential is neither revoked nor expired. */
  isStillValid(principal: ConnectedUser | ConnectedDevice): Promise<boolean>;
  deviceBelongs(organizationId: string, deviceId: string): Promise<boolean>;
  readonly leases: BrokerLeases;
  /** Receives the status messages of all devices, retained statuses and last wills included. */
  readonly deviceStatuses: Pick<DeviceStatuses, 'receive'>;
}

export type BrokerState = 'starting' | 'up' | 'down';

/** Message broker as used by the rest of the server, for change events and commands. */
export interface Broker {
  readonly state: BrokerState;
  /** TCP port that devices and the worker use. */
  readonly port: number;
  /**
   * Publishes a change event to all subscribers. Events can be lost, so no data may depend on them.
   */
  publish(topic: string, message: object, options?: { retain?: boolean }): Promise<Result<void>>;
  /**
   * Closes the connections of a session or device credential, after signing out, a lock, a role
   * change or a new credential.
   */
  disconnectSession(tokenId: string): void;
  close(): Promise<void>;
}

/** Maximum payload; larger messages are rejected. Images are never sent over MQTT. */
export const MAX_PAYLOAD_BYTES = 4096;
