import { createHash } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { Aedes } from 'aedes';
import { connect, type MqttClient } from 'mqtt';
import type { Scan, ScanFile, ScanFileFields } from '#contracts';
import type { ServiceInit } from '#server/extension';

export const ORGANIZATION = '01980000-0000-7000-8000-000000000001';
export const DEVICE = '01980000-0000-7000-8000-000000000002';
export const SCAN = '01980000-0000-7000-8000-000000000003';
const AT = '2026-11-20T12:00:00.000Z';

/** A published message; `what` is its topic below the device. */
export interface ReceivedMessage {
  readonly what: string;
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
  /** HTTP status of every upload while set. */
  failUploads: number | null;
  readonly authorizations: Set<string>;
  command(name: string, body: Record<string, unknown>): void;
  /** Publishes to a topic below the device's topic. */
  publish(what: string, body: Record<string, unknown>): void;
  /** Waits for the first message that `matches`; fails after 10 s. */
  expectMessage(
    matches: (message: ReceivedMessage) => boolean,
    what: string,
  ): Promise<ReceivedMessage>;
  /** Breaks the device's connection to the broker like a dying process. */
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
  const scan = freshScan();
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
    publish: (what, body) =>
      void mqttClient.publish(`${root}/${what}`, JSON.stringify(body), { qos: 1 }),
    expectMessage: async (matches, what) => {
      for (const end = Date.now() + 10_000; Date.now() < end; ) {
        const match = server.received.find(matches);
        if (match !== undefined) return match;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(
        `Not heard: ${what}; heard ${server.received.map((message) => message.what).join(', ')}`,
      );
    },
    disconnectDevice: () => deviceConnection?.destroy(),
    close: async () => {
      await mqttClient.endAsync(true);
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      http.closeAllConnections();
      await Promise.all([closed(http), closed(tcp)]);
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
    server.received.push({ what: topic.slice(root.length + 1), body, retain: packet.retain });
  });
  await mqttClient.subscribeAsync(
    DEVICE_TOPICS.map((what) => `${root}/${what}`),
    { qos: 1 },
  );
  return server;
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

async function respond(
  server: MemoryServer,
  rows: Map<string, ScanFileFields>,
  request: IncomingMessage,
): Promise<readonly [number, unknown]> {
  server.authorizations.add(
    `${request.headers['x-api-key']} ${request.headers.authorization ?? ''}`,
  );
  const body = await bodyOf(request);
  const path = (request.url ?? '').replace(/^\/api/, '');
  const scan = server.scans.find(({ id }) => path.startsWith(`/scans/${id}`));
  if (path === `/scans/${scan?.id}`) return [200, fullScan(scan)];
  const listed = /^\/scans\/[^/]+\/scanfiles\?.*fileCategory=([A-Z_]+)/.exec(path)?.[1];
  if (listed !== undefined && scan !== undefined) return [200, listOf(server, scan, listed)];
  const downloaded = /^\/scanfiles\/([^/]+)\/download$/.exec(path)?.[1];
  if (downloaded !== undefined) {
    const file = server.files.find(({ fields }) => fields.id === downloaded);
    return file === undefined ? [404, { message: 'Not found' }] : [200, file.bytes];
  }
  const move = /updateScanState\/([NIC])$/.exec(path)?.[1] as Scan['scanState'] | undefined;
  if (move !== undefined && scan !== undefined) {
    const step = `${scan.scanState}${move}`;
    if (!['NI', 'IC', 'IN'].includes(step)) {
      return [409, { errorType: 'WrongScanState', message: step }];
    }
    const { epoch } = JSON.parse(body.toString()) as { epoch: number };
    Object.assign(scan, { scanState: move, epoch });
    return [200, fullScan(scan)];
  }
  if (server.failUploads !== null) {
    return [server.failUploads, { errorType: 'Unavailable', message: 'as the test asked' }];
  }
  if (path === '/scanfiles') {
    const fields = JSON.parse(body.toString()) as ScanFileFields & { id: string };
    const known = [...rows.values()].find(
      (row) => row.scanId === fields.scanId && row.fileName === fields.fileName,
    );
    if (known === undefined) rows.set(fields.id, fields);
    const concurrent = server.concurrentFile;
    if (concurrent?.fileName === fields.fileName) {
      server.concurrentFile = null;
      server.files.push({ fields, bytes: concurrent.bytes });
    }
    return [200, fileEntity(known ?? fields, null)];
  }
  if (path === '/devicesettings') {
    const saved = JSON.parse(body.toString()) as Record<string, unknown>;
    server.savedSettings.push(saved);
    return [200, { ...stored, patientId: SCAN, ...saved }];
  }
  const fields = rows.get(/^\/scanfiles\/([^/]+)\/content$/.exec(path)?.[1] ?? '');
  if (fields === undefined) return [404, { message: 'Not found' }];
  const bytes = formField(body);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  if (checksum !== request.headers['x-checksum-sha256']) {
    return [422, { errorType: 'ChecksumMismatch', message: checksum }];
  }
  const first = server.files.find((file) => file.fields.id === fields.id);
  if (first !== undefined && !Buffer.from(first.bytes).equals(bytes)) {
    return [409, { errorType: 'Conflict', message: 'The file has other bytes already' }];
  }
  if (first === undefined) server.files.push({ fields, bytes });
  return [200, fileEntity(fields, `store/${fields.fileName}`)];
}

function listOf(server: MemoryServer, scan: Scan, category: string) {
  const items = server.files
    .filter(({ fields }) => fields.scanId === scan.id && fields.fileCategory === category)
    .map(({ fields }) => fileEntity(fields, `store/${fields.fileName}`));
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

const stored = { version: 1, createdAt: AT, createdBy: null, updatedAt: AT, updatedBy: null };

/** Adds default values for all fields that a test does not set. */
const fullScan = (scan: Partial<Scan> | undefined): Scan => ({ ...freshScan(), ...scan });

function freshScan(): Scan {
  return {
    ...stored,
    id: SCAN,
    studyId: SCAN,
    patientId: SCAN,
    laterality: { id: 'R' },
    label: 'R',
    acquisitionTime: null,
    scanState: 'N',
    protocol: 'FULL',
    patientPosition: 'SUPINE',
    deviceId: DEVICE,
    deviceAngle: null,
    epoch: 0,
    orientationConfirmed: true,
    origin: 'SCANNED',
    nippleLocation: null,
    breastDensity: null,
    breastVolumeSize: null,
    imageAdjustments: {},
    review: null,
    deletedAt: null,
    deletedBy: null,
  };
}

function fileEntity(fields: ScanFileFields, storagePath: string | null): ScanFile {
  return {
    ...stored,
    id: fields.id ?? '',
    scanId: fields.scanId,
    fileCategory: { id: fields.fileCategory },
    fileName: fields.fileName,
    fileExtension: fields.fileExtension,
    storagePath,
    checksum: null,
    byteLength: null,
    encoding: 'NONE',
    role: 'PRIMARY',
    encryption: 'NONE',
    nippleLocationAi: null,
    localHardDiskPath: null,
    quarantinedAt: null,
    quarantineReason: null,
    parentId: null,
    header: fields.header ?? null,
    acquisitionTime: fields.acquisitionTime ?? null,
  };
}
