import { createHash } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import { connect, type MqttClient } from 'mqtt';
import type { Scan, ScanFile, ScanFileFields } from '#contracts';
import type { ServiceInit } from '#server/extension';
import { aScan, aScanFile } from '#testing';

export const ORGANIZATION = '01980000-0000-7000-8000-000000000001';
export const DEVICE = '01980000-0000-7000-8000-000000000002';
export const SCAN = '01980000-0000-7000-8000-000000000003';
const CREATED_AT = '2026-11-20T12:00:00.000Z';

/** A published message; `subtopic` is the part of its topic below the device. */
export interface ReceivedMessage {
  readonly subtopic: string;
  readonly body: Record<string, unknown>;
  readonly retain: boolean;
}

/** In-memory server of the scan service: its routes, its broker, and switches for failures. */
export interface MemoryServer {
  readonly init: ServiceInit;
  readonly scans: Scan[];
  /** First of the scans: a right breast, not started. */
  readonly scan: Scan;
  readonly files: { readonly fields: ScanFileFields; readonly bytes: Uint8Array }[];
  readonly received: ReceivedMessage[];
  /** Settings saved through the API. */
  readonly savedSettings: Record<string, unknown>[];
  /** Bytes that another upload stores for a frame after its gap was read; null for none. */
  concurrentFile: { readonly fileName: string; readonly bytes: Uint8Array } | null;
  /** HTTP status with which every upload fails; null for none. */
  failUploads: number | null;
  readonly authorizations: Set<string>;
  command(name: string, body: Record<string, unknown>): void;
  /** Publishes to a topic below the device's topic. */
  publish(subtopic: string, body: Record<string, unknown>): void;
  /** Waits for the first message that `matches`; fails after 10 s with the description. */
  expectMessage(
    matches: (message: ReceivedMessage) => boolean,
    description: string,
  ): Promise<ReceivedMessage>;
  /** Breaks the device's connection to the broker, as a killed process does. */
  disconnectDevice(): void;
  close(): Promise<void>;
}

/** Topics published by a device, below its own topic. */
const DEVICE_TOPICS = [
  'status',
  'ack/+',
  'image',
  'timing',
  'prescan/result',
  'diagnostic/+',
  'developer/answer',
];

export async function memoryServer(settings: Record<string, unknown>): Promise<MemoryServer> {
  const http = createHttpServer();
  const aedes = await Aedes.createBroker();
  let deviceConnection: { destroy(): void } | null = null;
  aedes.on('client', (client) => {
    if (client.id.startsWith('device-')) deviceConnection = client.conn;
  });
  const tcp = createTcpServer(aedes.handle);
  const [httpPort, mqttPort] = await Promise.all([listen(http), listen(tcp)]);
  const rows = new Map<string, ScanFileFields>();
  const scan = fullScan();
  const scans = [scan];
  const server: MemoryServer = {
    init: {
      apiUrl: `http://127.0.0.1:${httpPort}/api`,
      mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
      apiKey: 'key-of-the-site-0000',
      organizationId: ORGANIZATION,
      deviceId: DEVICE,
      deviceToken: 'device-token',
      settings,
    },
    scans,
    scan,
    files: [],
    received: [],
    savedSettings: [],
    concurrentFile: null,
    failUploads: null,
    authorizations: new Set(),
    command: (name, body) => server.publish(`command/${name}`, body),
    publish: (subtopic, body) =>
      void mqttClient.publish(`${root}/${subtopic}`, JSON.stringify(body), { qos: 1 }),
    expectMessage: async (matches, description) => {
      const endMs = Date.now() + 10_000;
      while (Date.now() < endMs) {
        const match = server.received.find(matches);
        if (match !== undefined) return match;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const lastSubtopics = server.received.slice(-20).map(({ subtopic }) => subtopic);
      throw new Error(`Not received: ${description}; last received: ${lastSubtopics.join(', ')}`);
    },
    disconnectDevice: () => deviceConnection?.destroy(),
    close: async () => {
      await mqttClient.endAsync(true);
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      http.closeAllConnections();
      await Promise.all([closeServer(http), closeServer(tcp)]);
    },
  };
  http.on('request', (request: IncomingMessage, response) => {
    respond(server, rows, request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body instanceof Uint8Array ? body : JSON.stringify(body));
    });
  });
  const root = `clockface/${ORGANIZATION}/device/${DEVICE}`;
  const mqttClient: MqttClient = connect(server.init.mqttUrl, { protocolVersion: 4 });
  mqttClient.on('message', (topic, payload, packet) => {
    const body = JSON.parse(payload.toString('utf8')) as Record<string, unknown>;
    server.received.push({ subtopic: topic.slice(root.length + 1), body, retain: packet.retain });
  });
  await mqttClient.subscribeAsync(
    DEVICE_TOPICS.map((subtopic) => `${root}/${subtopic}`),
    { qos: 1 },
  );
  return server;
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

type RouteResponse = readonly [status: number, body: unknown];

const NOT_FOUND: RouteResponse = [404, { message: 'Not found' }];

/** Handles a call: reads, then scan states, then uploads, which fail with `failUploads`. */
async function respond(
  server: MemoryServer,
  rows: Map<string, ScanFileFields>,
  request: IncomingMessage,
): Promise<RouteResponse> {
  server.authorizations.add(
    `${request.headers['x-api-key']} ${request.headers.authorization ?? ''}`,
  );
  const body = await bodyOf(request);
  const path = (request.url ?? '').replace(/^\/api/, '');
  const response = respondToRead(server, path) ?? changeScanState(server, path, body);
  if (response !== null) return response;
  if (server.failUploads !== null) {
    return [server.failUploads, { errorType: 'Unavailable', message: 'requested by the test' }];
  }
  if (path === '/scanfiles') return registerFile(server, rows, body);
  if (path === '/devicesettings') return saveSettings(server, body);
  const fields = rows.get(/^\/scanfiles\/([^/]+)\/content$/.exec(path)?.[1] ?? '');
  if (fields === undefined) return NOT_FOUND;
  return storeContent(server, fields, formField(body), request.headers['x-checksum-sha256']);
}

const scanOfPath = ({ scans }: MemoryServer, path: string): Scan | undefined =>
  scans.find(({ id }) => path.startsWith(`/scans/${id}`));

/** Returns scans, file lists and files; null for other calls. */
function respondToRead(server: MemoryServer, path: string): RouteResponse | null {
  const scan = scanOfPath(server, path);
  if (path === `/scans/${scan?.id}`) return [200, fullScan(scan)];
  const category = /^\/scans\/[^/]+\/scanfiles\?.*fileCategory=([A-Z_]+)/.exec(path)?.[1];
  if (category !== undefined && scan !== undefined) return [200, listOf(server, scan, category)];
  const fileId = /^\/scanfiles\/([^/]+)\/download$/.exec(path)?.[1];
  if (fileId === undefined) return null;
  const file = server.files.find(({ fields }) => fields.id === fileId);
  return file === undefined ? NOT_FOUND : [200, file.bytes];
}

/** Changes the state of a scan by the rules of the product; null for other calls. */
function changeScanState(server: MemoryServer, path: string, body: Buffer): RouteResponse | null {
  const scan = scanOfPath(server, path);
  const newState = /updateScanState\/([NIC])$/.exec(path)?.[1] as Scan['scanState'] | undefined;
  if (newState === undefined || scan === undefined) return null;
  const transition = `${scan.scanState}${newState}`;
  if (!['NI', 'IC', 'IN'].includes(transition)) {
    return [409, { errorType: 'WrongScanState', message: transition }];
  }
  const { epoch } = JSON.parse(body.toString()) as { epoch: number };
  Object.assign(scan, { scanState: newState, epoch });
  return [200, fullScan(scan)];
}

/** Registers a file; a file of the same name keeps its row, as on the server. */
function registerFile(
  server: MemoryServer,
  rows: Map<string, ScanFileFields>,
  body: Buffer,
): RouteResponse {
  const fields = JSON.parse(body.toString()) as ScanFileFields & { id: string };
  const registered = [...rows.values()].find(
    (row) => row.scanId === fields.scanId && row.fileName === fields.fileName,
  );
  if (registered === undefined) rows.set(fields.id, fields);
  const concurrent = server.concurrentFile;
  if (concurrent?.fileName === fields.fileName) {
    server.concurrentFile = null;
    server.files.push({ fields, bytes: concurrent.bytes });
  }
  return [200, fileEntity(registered ?? fields, null)];
}

function saveSettings(server: MemoryServer, body: Buffer): RouteResponse {
  const saved = JSON.parse(body.toString()) as Record<string, unknown>;
  server.savedSettings.push(saved);
  return [200, { ...METADATA, patientId: SCAN, ...saved }];
}

/** Stores the bytes of a registered file once; rejects a wrong checksum and other bytes. */
function storeContent(
  server: MemoryServer,
  fields: ScanFileFields,
  bytes: Buffer,
  expectedSha256: string | string[] | undefined,
): RouteResponse {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== expectedSha256) {
    return [422, { errorType: 'ChecksumMismatch', message: sha256 }];
  }
  const stored = server.files.find((file) => file.fields.id === fields.id);
  if (stored !== undefined && !Buffer.from(stored.bytes).equals(bytes)) {
    return [409, { errorType: 'Conflict', message: 'The file already has other bytes' }];
  }
  if (stored === undefined) server.files.push({ fields, bytes });
  return [200, fileEntity(fields, `store/${fields.fileName}`)];
}

function listOf(server: MemoryServer, scan: Scan, category: string) {
  const items = server.files
    .filter(({ fields }) => fields.scanId === scan.id && fields.fileCategory === category)
    .map(({ fields }) => fileEntity(fields, `store/${fields.fileName}`))
    .toReversed();
  return { items, total: items.length, nextCursor: null };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Returns the only field of a multipart body: the bytes between the first empty line and the
 * closing boundary.
 */
function formField(body: Buffer): Buffer {
  const boundary = body.subarray(0, body.indexOf('\r\n'));
  const start = body.indexOf('\r\n\r\n') + 4;
  return body.subarray(start, body.lastIndexOf(boundary) - 2);
}

const METADATA = {
  version: 1,
  createdAt: CREATED_AT,
  createdBy: null,
  updatedAt: CREATED_AT,
  updatedBy: null,
};

/** Adds default values for all fields that a test does not set. */
const fullScan = (scan: Partial<Scan> = {}): Scan =>
  aScan({
    id: SCAN,
    studyId: SCAN,
    patientId: SCAN,
    acquisitionTime: null,
    scanState: 'N',
    deviceId: DEVICE,
    epoch: 0,
    ...scan,
  });

function fileEntity(fields: ScanFileFields, storagePath: string | null): ScanFile {
  return aScanFile({
    id: fields.id ?? '',
    scanId: fields.scanId,
    fileCategory: { id: fields.fileCategory },
    fileName: fields.fileName,
    fileExtension: fields.fileExtension,
    storagePath,
    checksum: null,
    byteLength: null,
    header: fields.header ?? null,
    acquisitionTime: fields.acquisitionTime ?? null,
  });
}
