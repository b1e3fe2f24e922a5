import { DEVICE_COMMANDS, type DesktopTopic, type Feature } from '#contracts';
import type {
  ConnectedDesktop,
  ConnectedDevice,
  ConnectedUser,
  ConnectionPrincipal,
} from './broker.ts';

/** `clockface/{organizationId}/{section}/{rest…}` */
interface TopicParts {
  readonly organizationId: string;
  readonly section: string;
  readonly rest: readonly string[];
}

function parseTopic(topic: string): TopicParts | null {
  const [root, organizationId, section, ...rest] = topic.split('/');
  if (root !== 'clockface' || !organizationId || !section || rest.length === 0) return null;
  return { organizationId, section, rest };
}

/** Returns the device of a device topic; null for other topics. */
export function deviceOf(
  topic: string,
): { readonly organizationId: string; readonly deviceId: string } | null {
  const parts = parseTopic(topic);
  const [deviceId] = parts?.rest ?? [];
  if (parts?.section !== 'device' || !deviceId) return null;
  return { organizationId: parts.organizationId, deviceId };
}

/** Features by topic section; any single feature allows a user to subscribe. */
const SUBSCRIBE_FEATURES: Readonly<Record<string, readonly Feature[]>> = {
  device: ['STUDY_VIEW', 'DEV_SET_VIEW', 'ADMIN_DEVICE'],
  jobs: ['STUDY_VIEW'],
  studies: ['STUDY_VIEW'],
  scans: ['ANTN_VIEW'],
  'cloud-sync': ['STUDY_VIEW', 'ADMIN_DEVICE'],
};

const hasAnyFeature = (person: ConnectedUser, features: readonly Feature[]): boolean =>
  features.some((feature) => person.features.includes(feature));

/** Blind annotators must not learn whose scan is running, whatever other roles they have. */
const isBlind = (person: ConnectedUser): boolean => person.roles.includes('BLIND_ANNOTATOR');

/** Sections to which a worker publishes: job events, and events of the scan changed by a job. */
const WORKER_PUBLISHES = new Set(['jobs', 'scans']);

/** First topic level below the device's own root. */
const DEVICE_PUBLISHES = new Set(['status', 'timing', 'image', 'ack', 'prescan', 'diagnostic']);
const DEVICE_SUBSCRIBES = new Set(['command', 'status', 'timing']);
/** Developer mode: a request to simulate a fault, and the device's reply. */
const DEVELOPER_FAIL = 'developer/fail';
const DEVELOPER_RESPONSE = 'developer/answer';

/**
 * Returns whether a principal may subscribe to a topic filter. Organization and section must be
 * literal, because a wildcard would match other tenants.
 */
export function maySubscribe(principal: ConnectionPrincipal, filter: string): boolean {
  switch (principal.kind) {
    case 'server':
      return true;
    case 'worker':
      return false;
    case 'device':
      return deviceMaySubscribe(principal, parseTopic(filter));
    case 'desktop':
      return desktopMaySubscribe(principal, parseTopic(filter));
    case 'person':
      return personMaySubscribe(principal, parseTopic(filter));
  }
}

function deviceMaySubscribe(device: ConnectedDevice, parts: TopicParts | null): boolean {
  if (parts?.organizationId !== device.organizationId || parts.section !== 'device') return false;
  const [deviceId, what, ...more] = parts.rest;
  if (deviceId !== device.deviceId) return false;
  if ([what, ...more].join('/') === DEVELOPER_FAIL) return true;
  return what === '#' || DEVICE_SUBSCRIBES.has(what ?? '');
}

/** Allows the topics of the shell's own window, in any organization. */
function desktopMaySubscribe({ clientId }: ConnectedDesktop, parts: TopicParts | null): boolean {
  return parts !== null && isDesktopTopic(parts, clientId, ['dev-mode']);
}

function personMaySubscribe(person: ConnectedUser, parts: TopicParts | null): boolean {
  if (parts?.organizationId !== person.organizationId || isBlind(person)) return false;
  if (parts.section === 'desktop') return isDesktopTopic(parts, person.desktopId, SHELL_PUBLISHES);
  const needed = Object.hasOwn(SUBSCRIBE_FEATURES, parts.section)
    ? SUBSCRIBE_FEATURES[parts.section]
    : undefined;
  return needed !== undefined && hasAnyFeature(person, needed);
}

/**
 * Topics from the shell, or from the server in its place, to a window. Topic `dev-mode` goes from
 * the window to the shell.
 */
const SHELL_PUBLISHES: readonly DesktopTopic[] = ['scan-service-crashed', 'open-url-from-argv'];

/**
 * Returns whether a topic belongs to one window of the desktop shell; only the window and its shell
 * may use such topics.
 */
function isDesktopTopic(
  { section, rest }: TopicParts,
  clientId: string | undefined,
  what: readonly DesktopTopic[],
): boolean {
  const [owner, topic, ...more] = rest;
  if (section !== 'desktop' || clientId === undefined || owner !== clientId) return false;
  return more.length === 0 && what.some((allowedTopic) => allowedTopic === topic);
}

/**
 * Returns whether the shell's topic may reach this user; a shell may publish only while such a user
 * is connected.
 */
export function isVisibleTo(person: ConnectedUser, { clientId }: ConnectedDesktop, topic: string) {
  return person.desktopId === clientId && personMaySubscribe(person, parseTopic(topic));
}

/** Result of the publish rules, with the checks that remain for the caller. */
export type PublishVerdict =
  | { readonly allowed: false }
  | {
      readonly allowed: true;
      /** Device addressed by a user; null for other messages. */
      readonly deviceId: string | null;
      /**
       * True when the message makes the device act; only the lease holder may send such a message.
       */
      readonly needsLease: boolean;
    };

const DENIED: PublishVerdict = { allowed: false };
const ALLOWED: PublishVerdict = { allowed: true, deviceId: null, needsLease: false };

/**
 * Returns whether a principal may publish. For a user's request the verdict names the device, which
 * must belong to the organization and, with `needsLease`, be leased by the user.
 */
export function mayPublish(
  principal: ConnectionPrincipal,
  topic: string,
  retain: boolean,
): PublishVerdict {
  const parts = parseTopic(topic);
  if (parts === null) return DENIED;
  switch (principal.kind) {
    case 'server':
      return ALLOWED;
    case 'worker':
      return WORKER_PUBLISHES.has(parts.section) && !retain ? ALLOWED : DENIED;
    case 'device':
      return deviceMayPublish(principal, parts, retain) ? ALLOWED : DENIED;
    case 'desktop':
      return isDesktopTopic(parts, principal.clientId, SHELL_PUBLISHES) && !retain
        ? ALLOWED
        : DENIED;
    case 'person':
      return personPublishVerdict(principal, parts, retain);
  }
}

function deviceMayPublish(device: ConnectedDevice, parts: TopicParts, retain: boolean): boolean {
  const [deviceId, what, ...more] = parts.rest;
  if (parts.organizationId !== device.organizationId) return false;
  if (parts.section !== 'device' || deviceId !== device.deviceId) return false;
  // Only the status may be retained.
  if (what === 'status') return more.length === 0;
  if (what === 'timing' && more.length > 0) return false;
  if ([what, ...more].join('/') === DEVELOPER_RESPONSE) return !retain;
  return DEVICE_PUBLISHES.has(what ?? '') && !retain;
}

/** Asks the device to publish its status, without any action. */
const STATUS_REQUEST = 'status/get';

/** Features by request to a device; any single feature allows a user to send the request. */
const PERSON_PUBLISHES: Readonly<Record<string, readonly Feature[]>> = {
  ...Object.fromEntries(
    DEVICE_COMMANDS.map((command) => [`command/${command}`, ['STUDY_CREATE' as const]]),
  ),
  [STATUS_REQUEST]: ['STUDY_CREATE', 'DEV_SET_VIEW'],
  'timing/set': ['STUDY_CREATE'],
  // The device checks developer mode and replies with a text.
  [DEVELOPER_FAIL]: ['STUDY_CREATE'],
};

function personPublishVerdict(
  person: ConnectedUser,
  parts: TopicParts,
  retain: boolean,
): PublishVerdict {
  // A retained command would start the scanner again on its next connection.
  if (retain || isBlind(person)) return DENIED;
  if (parts.organizationId !== person.organizationId) return DENIED;
  if (isDesktopTopic(parts, person.desktopId, ['dev-mode'])) return ALLOWED;
  if (parts.section !== 'device') return DENIED;
  const [deviceId, ...what] = parts.rest;
  const request = what.join('/');
  const needed = Object.hasOwn(PERSON_PUBLISHES, request) ? PERSON_PUBLISHES[request] : undefined;
  if (!deviceId || needed === undefined || !hasAnyFeature(person, needed)) return DENIED;
  return { allowed: true, deviceId, needsLease: request !== STATUS_REQUEST };
}
