export type {
  Broker,
  BrokerState,
  DeviceOnLink,
  LinkIdentities,
  LinkPrincipal,
  PersonOnLink,
} from './broker.ts';
export { EmbeddedBroker, type EmbeddedBrokerOptions } from './embedded-broker.ts';
export { linkIdentities } from './link-identities.ts';
export { MQTT_PATH, serveMqttOverWebSocket } from './mqtt-web-socket.ts';
export type { SiteBrokerAccess } from './site-broker-link.ts';
