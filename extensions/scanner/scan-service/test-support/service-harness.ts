import { newId, silentLogger } from '#foundation';
import { scannerSettingsSchema } from '../../model/index.ts';
import type { ServiceLimits } from '../attempts/service-context.ts';
import { ScanService } from '../scan-service.ts';
import {
  DEVICE,
  type MemoryServer,
  memoryServer,
  type ReceivedMessage,
  SCAN,
} from './memory-server.ts';
import { QuickDriver } from './quick-driver.ts';

const SETTINGS = { frameWidth: 16, frameHeight: 16, retrySeconds: 5 };

/** Number of frames in both sweeps of the upper quadrants. */
export const UQQ_FRAMES = 362;

/**
 * Harness with a scan service and a quick driver; sends commands and collects the published
 * messages.
 */
export class ServiceHarness {
  readonly server: MemoryServer;
  driver = new QuickDriver();
  #service: ScanService | null = null;
  #seq = 0;

  static async open(): Promise<ServiceHarness> {
    const server = await memoryServer(SETTINGS);
    Object.assign(server.scan, { protocol: 'UQQ' });
    return new ServiceHarness(server);
  }

  private constructor(server: MemoryServer) {
    this.server = server;
  }

  async startService(limits?: ServiceLimits, developerMode?: boolean): Promise<void> {
    const settings = scannerSettingsSchema.parse(SETTINGS);
    this.server.received.length = 0;
    const init = { ...this.server.init, ...(developerMode === undefined ? {} : { developerMode }) };
    this.#service = new ScanService(init, settings, this.driver, silentLogger, limits);
    await this.expectState('ready');
  }

  /** Forgets received messages, e.g. before another acknowledgement with the same name. */
  clearReceived(): void {
    this.server.received.length = 0;
  }

  command(name: string, epoch: number, change: Record<string, unknown> = {}): string {
    return this.toDevice(`command/${name}`, epoch, change);
  }

  /** Publishes a message that names the device of the service. */
  toDevice(subtopic: string, epoch: number, change: Record<string, unknown> = {}): string {
    return this.publish(subtopic, epoch, { deviceId: DEVICE, ...change });
  }

  publish(subtopic: string, epoch: number, change: Record<string, unknown>): string {
    const id = newId();
    this.#seq += 1;
    const at = new Date().toISOString();
    this.server.publish(subtopic, { id, at, scanId: SCAN, epoch, seq: this.#seq, ...change });
    return id;
  }

  start(epoch: number, change: Record<string, unknown> = {}): string {
    return this.command('StartScan', epoch, { laterality: 'R', protocol: 'UQQ', ...change });
  }

  expectMessage(
    subtopic: string,
    matches: (body: ReceivedMessage['body']) => boolean = () => true,
  ): Promise<ReceivedMessage> {
    return this.server.expectMessage(
      (message) => message.subtopic === subtopic && matches(message.body),
      subtopic,
    );
  }

  expectAck(name: string): Promise<ReceivedMessage> {
    return this.expectMessage(`ack/${name}`);
  }

  expectState(name: string): Promise<ReceivedMessage> {
    return this.expectMessage('status', (body) => body.state === name);
  }

  expectTicks(count: number): Promise<ReceivedMessage> {
    return this.expectMessage('image', (body) => (body.framesStored as number) >= count);
  }

  acks(): readonly string[] {
    return this.server.received
      .filter(({ subtopic }) => subtopic.startsWith('ack/'))
      .map(({ subtopic }) => subtopic);
  }

  /** Returns the names of stored frames, repeated if stored repeatedly. */
  frames(): readonly string[] {
    return this.server.files
      .filter(({ fields }) => fields.fileCategory === 'SCAN_IMAGE')
      .map(({ fields }) => fields.fileName);
  }

  async stopService(): Promise<void> {
    await this.#service?.close();
    this.#service = null;
  }

  async close(): Promise<void> {
    await this.stopService();
    await this.server.close();
  }
}
