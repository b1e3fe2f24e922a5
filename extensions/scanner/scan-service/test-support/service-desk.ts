import { newId, silentLogger } from '#foundation';
import { scannerSettingsSchema } from '../../model/index.ts';
import type { ServiceLimits } from '../attempts/scene.ts';
import { ScanService } from '../scan-service.ts';
import { type Heard, type MemoryServer, memoryServer, SCAN } from './memory-server.ts';
import { QuickDriver } from './quick-driver.ts';

const SETTINGS = { frameWidth: 16, frameHeight: 16, retrySeconds: 5 };

/** Frames of both sweeps of the upper quadrants. */
export const UQQ_FRAMES = 362;

/** An operator's desk: a scan service with a quick driver, and what one says to it and hears. */
export class ServiceDesk {
  readonly server: MemoryServer;
  driver = new QuickDriver();
  #service: ScanService | null = null;
  #seq = 0;

  static async open(): Promise<ServiceDesk> {
    const server = await memoryServer(SETTINGS);
    Object.assign(server.scan, { protocol: 'UQQ' });
    return new ServiceDesk(server);
  }

  private constructor(server: MemoryServer) {
    this.server = server;
  }

  async startService(limits?: ServiceLimits, developerMode?: boolean): Promise<void> {
    const settings = scannerSettingsSchema.parse(SETTINGS);
    this.server.heard.length = 0;
    const init = { ...this.server.init, ...(developerMode === undefined ? {} : { developerMode }) };
    this.#service = new ScanService(init, settings, this.driver, silentLogger, limits);
    await this.state('ready');
  }

  /** What was heard before stands no more, e.g. for the next acknowledgement of the same name. */
  forget(): void {
    this.server.heard.length = 0;
  }

  command(name: string, epoch: number, change: Record<string, unknown> = {}): string {
    return this.say(`command/${name}`, epoch, change);
  }

  say(what: string, epoch: number, change: Record<string, unknown>): string {
    const id = newId();
    this.#seq += 1;
    const at = new Date().toISOString();
    this.server.say(what, { id, at, scanId: SCAN, epoch, seq: this.#seq, ...change });
    return id;
  }

  start(epoch: number, change: Record<string, unknown> = {}): string {
    return this.command('StartScan', epoch, { laterality: 'R', protocol: 'UQQ', ...change });
  }

  hears(what: string, matches: (body: Heard['body']) => boolean = () => true): Promise<Heard> {
    return this.server.expectHeard((one) => one.what === what && matches(one.body), what);
  }

  ack(name: string): Promise<Heard> {
    return this.hears(`ack/${name}`);
  }

  state(name: string): Promise<Heard> {
    return this.hears('status', (body) => body.state === name);
  }

  ticks(count: number): Promise<Heard> {
    return this.hears('image', (body) => (body.framesStored as number) >= count);
  }

  acks(): readonly string[] {
    return this.server.heard.filter(({ what }) => what.startsWith('ack/')).map(({ what }) => what);
  }

  /** Names of stored frames, each as often as it is stored. */
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
