import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { expect } from 'vitest';
import { topics } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { scannerSettingsSchema } from '../../../../extensions/scanner/model/index.ts';
import { ScanService } from '../../../../extensions/scanner/scan-service/scan-service.ts';
import {
  type MemoryServer,
  memoryServer,
  ORGANIZATION,
} from '../../../../extensions/scanner/scan-service/test-support/memory-server.ts';
import { QuickDriver } from '../../../../extensions/scanner/scan-service/test-support/quick-driver.ts';
import type { MqttConnector } from '../../../../platform/core/services/live/mqtt-connector.ts';
import { KillableBroker } from '../brokers/killable-broker.ts';
import {
  differences,
  lacks,
  openViewer,
  overWebSocket,
  type Shown,
  truthOf,
  type Viewer,
} from './scan-viewers.ts';

/** Settings of the scanner. */
const SETTINGS = { frameWidth: 16, frameHeight: 16, retrySeconds: 5 };
/**
 * Covers a broken connection, its reconnect delays and a busy machine; no test result depends on a
 * shorter time.
 */
export const SETTLE_POLL = { timeout: 60_000, interval: 50 };
/** Phase that a viewer should show for each state of the scan. */
const PHASES = { N: 'not-started', I: 'recording', C: 'completed' } as const;

/** A scanner without physics, its killable broker, and the viewers of a scan. */
export class ScanHarness implements AsyncDisposable {
  readonly server: MemoryServer;
  readonly broker: KillableBroker;
  readonly driver = new QuickDriver();
  readonly viewers: Viewer[] = [];
  readonly #service: ScanService;
  #client: MqttClient | null = null;

  static async open(protocol: 'FULL' | 'UQQ', frameMs: number): Promise<ScanHarness> {
    const broker = await KillableBroker.start(ORGANIZATION);
    const server = await memoryServer(SETTINGS);
    Object.assign(server.scan, { protocol });
    return new ScanHarness(server, broker, frameMs);
  }

  private constructor(server: MemoryServer, broker: KillableBroker, frameMs: number) {
    this.server = server;
    this.broker = broker;
    this.driver.frameMs = frameMs;
    const settings = scannerSettingsSchema.parse(SETTINGS);
    const init = { ...server.init, mqttUrl: broker.tcpUrl };
    this.#service = new ScanService(init, settings, this.driver, silentLogger);
  }

  /** Opens a viewer; `wrap` can change the connection between broker and viewer. */
  async openViewer(
    wrap: (connect: MqttConnector) => MqttConnector = (connect) => connect,
  ): Promise<Viewer> {
    const viewer = await openViewer(this.server, wrap(overWebSocket(this.broker.webUrl)));
    this.viewers.push(viewer);
    return viewer;
  }

  async publish(topic: string, body: object): Promise<void> {
    this.#client ??= await connectAsync(this.broker.tcpUrl, {
      username: 'session',
      password: 'desk',
    });
    const { scan } = this.server;
    const envelope = {
      id: newId(),
      at: new Date().toISOString(),
      scanId: scan.id,
      epoch: 1,
      seq: 1,
    };
    await this.#client.publishAsync(topic, JSON.stringify({ ...envelope, ...body }), { qos: 1 });
  }

  /** Starts the scan; a higher epoch restarts the scan. */
  async startScan(epoch = 1): Promise<void> {
    const { protocol } = this.server.scan;
    const topic = topics.command(ORGANIZATION, this.server.init.deviceId, 'StartScan');
    const startedEpoch = async (): Promise<number> => {
      // The service may still be connecting; repeats the command as a user would.
      const { deviceId } = this.server.init;
      await this.publish(topic, { deviceId, laterality: 'R', protocol, epoch });
      await sleep(300);
      return this.server.scan.scanState === 'N' ? 0 : this.server.scan.epoch;
    };
    await expect.poll(startedEpoch, { timeout: 30_000, interval: 200 }).toBe(epoch);
  }

  get framesStored(): number {
    return this.truth().frames.length;
  }

  truth(): Shown {
    return truthOf(this.server, PHASES);
  }

  /** Waits until every viewer shows at least the server state at the time of the call. */
  async waitForViewers(): Promise<void> {
    for (const viewer of this.viewers) {
      const truth = this.truth();
      await expect.poll(() => lacks(viewer.shown(), truth), SETTLE_POLL).toEqual([]);
    }
  }

  /** Checks that every frame was stored once and is shown in every viewer. */
  async expectComplete(frames: number): Promise<void> {
    await expect.poll(() => this.server.scan.scanState, SETTLE_POLL).toBe('C');
    const names = this.truth().frames;
    expect(names).toHaveLength(frames);
    expect(new Set(names).size).toBe(frames);
    for (const viewer of this.viewers) {
      await expect.poll(() => differences(viewer.shown(), this.truth()), SETTLE_POLL).toEqual([]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const viewer of this.viewers) viewer.dispose();
    await this.#service.close();
    await this.#client?.endAsync(true);
    await this.broker.kill();
    await this.server.close();
  }
}
