import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { topics } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { scannerSettingsSchema } from '../../extensions/scanner/model/index.ts';
import { ScanService } from '../../extensions/scanner/scan-service/scan-service.ts';
import {
  type MemoryServer,
  memoryServer,
  ORGANIZATION,
} from '../../extensions/scanner/scan-service/test-support/memory-server.ts';
import { QuickDriver } from '../../extensions/scanner/scan-service/test-support/quick-driver.ts';
import { KillableBroker } from './support/killable-broker.ts';
import { isLong, rounds } from './support/rounds.ts';
import {
  differences,
  openViewer,
  overWebSocket,
  type Shown,
  truthOf,
  type Viewer,
} from './support/scan-viewers.ts';

// F12: the broker is killed and started again during a scan with three viewers.
// F13: the broker stays away until more than a thousand messages are due.

const SETTINGS = { frameWidth: 16, frameHeight: 16, retrySeconds: 5 };
/** Of a broken link, its growing waits and a busy machine: no verdict hangs on less. */
const SETTLES = { timeout: 60_000, interval: 50 };
const RECORDING = { N: 'not-started', I: 'recording', C: 'completed' } as const;

/** A room with a scanner at 30 frames a second, its broker, and the screens that follow it. */
class Room implements AsyncDisposable {
  readonly server: MemoryServer;
  readonly broker: KillableBroker;
  readonly driver = new QuickDriver();
  readonly viewers: Viewer[] = [];
  readonly #service: ScanService;
  #desk: MqttClient | null = null;

  static async open(protocol: 'FULL' | 'UQQ', frameMs: number): Promise<Room> {
    const broker = await KillableBroker.start(ORGANIZATION);
    const server = await memoryServer(SETTINGS);
    Object.assign(server.scan, { protocol });
    return new Room(server, broker, frameMs);
  }

  private constructor(server: MemoryServer, broker: KillableBroker, frameMs: number) {
    this.server = server;
    this.broker = broker;
    this.driver.frameMs = frameMs;
    const settings = scannerSettingsSchema.parse(SETTINGS);
    const init = { ...server.init, mqttUrl: broker.tcpUrl };
    this.#service = new ScanService(init, settings, this.driver, silentLogger);
  }

  async view(): Promise<Viewer> {
    const viewer = await openViewer(this.server, overWebSocket(this.broker.webUrl));
    this.viewers.push(viewer);
    return viewer;
  }

  async say(topic: string, body: object): Promise<void> {
    this.#desk ??= await connectAsync(this.broker.tcpUrl, {
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
    await this.#desk.publishAsync(topic, JSON.stringify({ ...envelope, ...body }), { qos: 1 });
  }

  async startScan(): Promise<void> {
    const { protocol } = this.server.scan;
    const topic = topics.command(ORGANIZATION, this.server.init.deviceId, 'StartScan');
    // The service may still be connecting: the command is repeated as a person would.
    await expect
      .poll(
        async () => {
          await this.say(topic, { laterality: 'R', protocol });
          return this.server.scan.scanState;
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe('I');
  }

  get framesStored(): number {
    return this.truth().frames.length;
  }

  truth(): Shown {
    return truthOf(this.server, RECORDING);
  }

  /** Waits until every screen shows at least what was true when it was asked. */
  async agree(): Promise<void> {
    for (const viewer of this.viewers) {
      const truth = this.truth();
      const lacks = () =>
        differences(viewer.shown(), truth).filter((one) => !one.startsWith('invents'));
      await expect.poll(lacks, SETTLES).toEqual([]);
    }
  }

  /** Everything recorded, once, and on every screen. */
  async agreeAtTheEnd(frames: number): Promise<void> {
    await expect.poll(() => this.server.scan.scanState, SETTLES).toBe('C');
    const names = this.truth().frames;
    expect([names.length, new Set(names).size]).toEqual([frames, frames]);
    for (const viewer of this.viewers) {
      await expect.poll(() => differences(viewer.shown(), this.truth()), SETTLES).toEqual([]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const viewer of this.viewers) viewer.dispose();
    await this.#service.close();
    await this.#desk?.endAsync(true);
    await this.broker.kill();
    await this.server.close();
  }
}

let room: Room | null = null;
afterEach(async () => {
  await room?.[Symbol.asyncDispose]();
  room = null;
});

describe('a broker that dies during a scan', () => {
  it(`leaves no screen behind the truth and no frame out, ${rounds(2, 8)} deaths`, async () => {
    room = await Room.open('UQQ', 33);
    for (let i = 0; i < 3; i += 1) await room.view();
    await room.startScan();
    await room.agree();
    for (let death = 1; death <= rounds(2, 8); death += 1) {
      const at = room.framesStored + 30;
      await expect.poll(() => room?.framesStored, SETTLES).toBeGreaterThan(at);
      await room.broker.kill();
      await expect
        .poll(() => room?.viewers.map((one) => one.link()), SETTLES)
        .not.toContain('online');
      await sleep(500);
      await room.broker.startAgain();
      await expect
        .poll(() => room?.viewers.every((one) => one.link() === 'online'), SETTLES)
        .toBe(true);
      const began = performance.now();
      await room.agree();
      const ms = Math.round(performance.now() - began);
      console.info(`F12 death ${death}: screens show the truth ${ms} ms after they are back`);
    }
    await room.agreeAtTheEnd(362);
  });
});

describe('a broker that stays away', () => {
  it('floods nobody with the thousand messages that are due, nor a screen opened meanwhile', async () => {
    room = await Room.open('FULL', isLong ? 400 : 45);
    const early = await room.view();
    await room.startScan();
    const timing = topics.timingSet(ORGANIZATION, room.server.init.deviceId);
    await room.say(timing, { everyMs: 100 });
    await room.agree();
    await room.broker.kill();
    const before = room.framesStored;
    const goneAtMs = performance.now();
    await expect.poll(() => early.link(), SETTLES).not.toBe('online');
    await expect.poll(() => room?.framesStored, SETTLES).toBeGreaterThan(300);
    const late = await room.view();
    // It reads what there is and says that it hears nothing.
    await expect.poll(() => late.shown().frames.length, SETTLES).toBeGreaterThan(300);
    expect(late.link()).not.toBe('online');
    await expect
      .poll(() => room?.server.scan.scanState, { ...SETTLES, timeout: 300_000 })
      .toBe('C');
    const times = Math.floor((performance.now() - goneAtMs) / 100);
    expect(room.framesStored - before + times, 'messages that are due').toBeGreaterThan(1000);
    await room.broker.startAgain();
    await room.agreeAtTheEnd(720);
  });
});

describe('the comparison of screen and truth', () => {
  it('sees a frame that is lacking, one that was never stored, and a wrong state', () => {
    const truth: Shown = { phase: 'completed', epoch: 1, frames: ['CEN 0', 'CEN 1'] };
    expect(differences(truth, truth)).toEqual([]);
    expect(
      differences({ phase: 'recording', epoch: 2, frames: ['CEN 1', 'PER 9'] }, truth),
    ).toEqual([
      ...['shows recording for completed', 'shows attempt 2 of 1'],
      ...['lacks CEN 0', 'invents PER 9'],
    ]);
  });
});
