import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connectAsync, type MqttClient } from 'mqtt';
import {
  type ActivatedDevice,
  type DeviceCommand,
  type ImageTick,
  type Patient,
  type Scan,
  type ScanFile,
  type Study,
  topics,
} from '#contracts';
import { newId } from '#foundation';
import {
  SERVICE_INIT_ENV,
  type ServiceInit,
} from '../../../../platform/server/extension/service-init.ts';
import { aPatient } from '../../../api/support/records.ts';
import type { TestServer } from '../../../api/support/start-test-server.ts';

const SERVICE = fileURLToPath(
  new URL('../../../../extensions/scanner/scan-service/main.ts', import.meta.url),
);
const MESSAGE_LIMIT_MS = 60_000;

export interface ReceivedMessage {
  /** Topic below that of the device, e.g. `image`. */
  readonly what: string;
  readonly body: Record<string, unknown>;
}

/** An operator's client of a real server, with a scan service in a process that can be killed. */
export class ScanClient implements AsyncDisposable {
  readonly server: TestServer;
  readonly received: ReceivedMessage[] = [];
  readonly #token: string;
  readonly #init: ServiceInit;
  readonly #connection: MqttClient;
  #service: ChildProcess | null = null;

  /** Activates a device of the demonstration organization and takes its lease as operator. */
  static async open(server: TestServer, settings: Record<string, unknown>): Promise<ScanClient> {
    const admin = await server.signIn('ADMIN');
    const token = await server.signIn('OPERATOR');
    const created = await callApi<{ id: string }>(server, admin, 'POST', '/devices', {
      serialNumber: `SIM-${newId()}`,
      model: 'Simulated',
    });
    const activatePath = `/devices/${created.id}/actions/activate`;
    const activated = await callApi<ActivatedDevice>(server, admin, 'POST', activatePath, {});
    const { device, token: deviceToken } = activated;
    await callApi(server, token, 'POST', `/devices/${device.id}/actions/lease`, {});
    const mqttUrl = `${server.url.replace(/^http/, 'ws')}/mqtt`;
    const init = {
      apiUrl: `${server.url}/api`,
      mqttUrl,
      apiKey: server.apiKey,
      settings,
      organizationId: device.organizationId,
      deviceId: device.id,
      deviceToken,
    };
    const connection = await connectAsync(mqttUrl, { username: 'session', password: token });
    const client = new ScanClient(server, token, init, connection);
    await connection.subscribeAsync(topics.deviceAll(device.organizationId, device.id), { qos: 1 });
    return client;
  }

  private constructor(
    server: TestServer,
    token: string,
    init: ServiceInit,
    connection: MqttClient,
  ) {
    this.server = server;
    this.#token = token;
    this.#init = init;
    this.#connection = connection;
    const root = topics.deviceAll(init.organizationId, init.deviceId).slice(0, -1);
    connection.on('message', (topic, payload) => {
      this.received.push({ what: topic.slice(root.length), body: JSON.parse(payload.toString()) });
    });
  }

  async startService(): Promise<void> {
    const env = { PATH: process.env.PATH, [SERVICE_INIT_ENV]: JSON.stringify(this.#init) };
    const from = this.received.length;
    this.#service = spawn(process.execPath, [SERVICE], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await this.waitForMessage('status', (body) => body.state === 'ready', from);
  }

  /** Kills the scan service with SIGKILL. */
  async killService(): Promise<void> {
    const service = this.#service;
    this.#service = null;
    if (service === null || service.exitCode !== null || service.signalCode !== null) return;
    const exited = once(service, 'exit');
    service.kill('SIGKILL');
    await exited;
  }

  async newScan(): Promise<Scan> {
    const patient = await callApi<Patient>(
      this.server,
      this.#token,
      'POST',
      '/patients',
      aPatient(),
    );
    const study = await callApi<Study>(this.server, this.#token, 'POST', '/studies', {
      patientId: patient.id,
      accessionNumber: null,
    });
    return callApi<Scan>(this.server, this.#token, 'POST', '/scans', {
      studyId: study.id,
      laterality: 'R',
      protocol: 'UQQ',
      deviceId: this.#init.deviceId,
    });
  }

  scan(id: string): Promise<Scan> {
    return callApi<Scan>(this.server, this.#token, 'GET', `/scans/${id}`);
  }

  /** Lists the stored files of one category. */
  async listFiles(scanId: string, category: 'SCAN_IMAGE' | 'RAW'): Promise<readonly ScanFile[]> {
    const path = `/scans/${scanId}/scanfiles?fileCategory=${category}`;
    return (await callApi<{ items: ScanFile[] }>(this.server, this.#token, 'GET', path)).items;
  }

  async download(fileId: string): Promise<Uint8Array> {
    const headers = { 'x-api-key': this.server.apiKey, authorization: `Bearer ${this.#token}` };
    const response = await fetch(`${this.server.url}/api/scanfiles/${fileId}/download`, {
      headers,
    });
    if (response.status !== 200) throw new Error(`Download: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /**
   * Completes the scan as the device.
   * @returns the gaps for which the server rejects the completion; the status if it does not
   */
  async rejectedGaps(scanId: string, epoch: number): Promise<unknown> {
    const response = await this.server.call<{ data: { gaps: unknown } }>(
      'POST',
      `/scans/${scanId}/actions/updateScanState/C`,
      { token: this.#init.deviceToken, body: { epoch } },
    );
    return response.status === 409 ? response.body.data.gaps : response.status;
  }

  async command(
    name: DeviceCommand,
    scanId: string,
    epoch: number,
    body: object = {},
  ): Promise<string> {
    const id = newId();
    const { organizationId, deviceId } = this.#init;
    const envelope = { id, at: new Date().toISOString(), scanId, epoch, seq: Date.now() };
    const message = { ...envelope, deviceId, ...body };
    const topic = topics.command(organizationId, deviceId, name);
    await this.#connection.publishAsync(topic, JSON.stringify(message), { qos: 1 });
    return id;
  }

  async waitForMessage(
    what: string,
    matches: (body: Record<string, unknown>) => boolean,
    from = 0,
  ): Promise<Record<string, unknown>> {
    for (const end = Date.now() + MESSAGE_LIMIT_MS; Date.now() < end; ) {
      const message = this.received
        .slice(from)
        .find((message) => message.what === what && matches(message.body));
      if (message !== undefined) return message.body;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const last = this.received
      .slice(-5)
      .map((message) => `${message.what} ${JSON.stringify(message.body)}`);
    throw new Error(`Not received: ${what}. Last messages: ${last.join('\n')}`);
  }

  /** Ticks received so far; each reports a stored frame. */
  get ticks(): readonly ImageTick[] {
    return this.received
      .filter(({ what }) => what === 'image')
      .map(({ body }) => body as unknown as ImageTick);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.killService();
    await this.#connection.endAsync(true);
  }
}

async function callApi<T>(
  server: TestServer,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await server.call<T>(method, path, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body;
}
