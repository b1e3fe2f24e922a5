export type {
  Broker,
  BrokerState,
  ConnectedDevice,
  ConnectedUser,
  ConnectionIdentities,
  ConnectionPrincipal,
} from './broker.ts';
export { connectionIdentities } from './connection-identities.ts';
export { EmbeddedBroker, type EmbeddedBrokerOptions } from './embedded-broker.ts';
export { MQTT_PATH, serveMqttOverWebSocket } from './mqtt-web-socket.ts';
export type { SiteBrokerAccess } from './site-broker-connection.ts';
