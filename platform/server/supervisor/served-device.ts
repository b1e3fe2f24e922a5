import { ok, problem, type Result } from '#foundation';
import type { Demonstration } from '../accounts/demonstration.ts';
import { replaceDeviceToken } from '../accounts/sessions.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { readSecret } from '../site/read-secret.ts';
import type { InitOf, ServiceAddresses } from './start-services.ts';

/** Device whose services this server runs. */
export interface ServedDevice {
  readonly organizationId: string;
  /** Init data of the services. */
  readonly initOf: InitOf;
}

type ServedDeviceDeps = Pick<ServerDeps, 'authenticate' | 'db' | 'logger' | 'site'>;

/**
 * Returns the demonstration device, else the device that the configuration names; null without
 * either. A device without a valid token is logged and skipped, because the users need the
 * server. Fails with SECRET_MISSING when the configuration names a token that is missing.
 */
export async function servedDevice(
  deps: ServedDeviceDeps,
  demonstration: Demonstration | null,
  addresses: ServiceAddresses,
): Promise<Result<ServedDevice | null>> {
  if (demonstration !== null) {
    const { organizationId, deviceId: id } = demonstration;
    // A new token at every start.
    const token = await replaceDeviceToken(deps.db, { organizationId, id });
    return ok(served(deps, { organizationId, id, token }, addresses));
  }
  const { device } = deps.site.config;
  if (device === undefined) return ok(null);
  const token = readSecret(device.token, deps.site.file);
  if (!token.ok) return token;
  const { organizationId, id } = device;
  const principal = await deps.authenticate(token.value);
  if (principal?.deviceId !== id || principal.organizationId !== organizationId) {
    const { title, detail, next } = tokenInvalid(id);
    deps.logger.log('error', title, { detail, next });
    return ok(null);
  }
  return ok(served(deps, { organizationId, id, token: token.value }, addresses));
}

interface DeviceCredential {
  readonly organizationId: string;
  readonly id: string;
  readonly token: string;
}

function served(
  { site }: Pick<ServerDeps, 'site'>,
  { organizationId, id, token }: DeviceCredential,
  addresses: ServiceAddresses,
): ServedDevice {
  const { apiKey, connection, flags } = site.config;
  const initOf: InitOf = ({ settings }) => ({
    ...addresses,
    apiKey,
    connection,
    organizationId,
    deviceId: id,
    deviceToken: token,
    developerMode: flags.isDevModeUi,
    settings: { ...settings },
  });
  return { organizationId, initOf };
}

const tokenInvalid = (id: string) =>
  problem(
    'DEVICE_TOKEN_INVALID',
    'The services of the device were not started',
    `The token in the configuration is not that of the device ${id}.`,
    'Activate the device again, store its new token where "device.token" says, and restart.',
  );
