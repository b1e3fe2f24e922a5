import { once } from 'node:events';
import { createServer } from 'node:http';
import { FEATURES } from '#contracts';
import { silentLogger } from '#foundation';
import {
  type ConnectionIdentities,
  EmbeddedBroker,
  serveMqttOverWebSocket,
} from '../../../../platform/server/broker/index.ts';

/**
 * The product's broker in a process of its own, which can be killed without the server. Accepts any
 * password and treats all users as operators of the given organization.
 */
const [tcpPort, webPort, organizationId] = process.argv.slice(2);
if (organizationId === undefined) throw new Error('Ports and organization are missing');

const identities: ConnectionIdentities = {
  person: async (tokenId) => ({
    kind: 'person',
    accountId: tokenId,
    organizationId,
    tokenId,
    roles: ['OPERATOR'],
    features: FEATURES,
  }),
  device: async (deviceId, tokenId) => ({ kind: 'device', deviceId, organizationId, tokenId }),
  service: () => false,
  isStillValid: async () => true,
  deviceBelongs: async () => true,
  deviceStatuses: { receive: () => undefined },
  leases: { mayCommand: async () => true, handleDeviceMessage: async () => undefined },
};
const host = '127.0.0.1';
const log = silentLogger;
const broker = await EmbeddedBroker.start({ host, port: Number(tcpPort), identities, log });
const web = createServer();
serveMqttOverWebSocket(web, (connection, request) => broker.attach(connection, request), log);
web.listen(Number(webPort), host);
await once(web, 'listening');
process.send?.('ready');
process.once('disconnect', () => process.exit(0));
