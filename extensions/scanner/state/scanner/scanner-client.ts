import { createStore } from 'zustand/vanilla';
import {
  type Device,
  type DeviceCommand,
  type DeviceStatus,
  type DiagnosticResult,
  deviceLeaseSchema,
  type ImageTick,
  latestStatus,
  type PrescanResult,
  routes,
  SCAN_SERVICE_TIMEOUTS_MS,
  type TimingTick,
  topics,
} from '#contracts';
import type {
  ApiClient,
  CallProblem,
  LiveConnection,
  ReadonlyStore,
  Session,
  Workstation,
} from '#core';
import {
  type Clock,
  type Disposable,
  fail,
  newId,
  ok,
  type Problem,
  problem,
  type Result,
  toDisposable,
} from '#foundation';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';
import {
  type Acknowledged,
  DeviceMessages,
  type ReportedStatus,
  subscribeToDevice,
} from './device-topics.ts';
import { otherScannerProblem, WorkstationScanner } from './workstation-scanner.ts';

export type { Acknowledged } from './device-topics.ts';

/** Target of a message to the device rather than to a scan. */
export const DEVICE_TARGET = { scanId: null, epoch: 0 } as const;

/** A device with its last status; null before the first status. */
export interface ScannerView {
  readonly device: Device;
  readonly status: DeviceStatus | null;
}

/** State of the scanner that this workstation commands, and of a shown scan's other scanner. */
export interface ScannerState {
  /** Activated devices of the organization; empty until they are read. */
  readonly devices: readonly Device[];
  /** The device that this workstation commands; null until it is read or chosen. */
  readonly device: Device | null;
  /** Last status of `device`; null before the first status. */
  readonly status: DeviceStatus | null;
  /** The device of the shown scan if it is not `device`: shown, never commanded. */
  readonly other: ScannerView | null;
  /** True if a person may choose the device: a browser that knows several devices. */
  readonly isChoosable: boolean;
  /** Reason why there is no device to command; null if none. */
  readonly problem: Problem | null;
}

/** Returns the state of the scanner on which a scan is recorded; null names no device. */
export function scannerOf(state: ScannerState, deviceId: string | null): ScannerState {
  const { other } = state;
  if (other === null || other.device.id !== deviceId) return state;
  return { ...state, ...other, problem: null };
}

/** Browser client of the workstation's scanner: status, acknowledgements, ticks and commands. */
export interface ScannerClient extends Disposable {
  readonly store: ReadonlyStore<ScannerState>;
  /** Subscribes to the scanner's topics while at least one watcher exists. */
  watch(): Disposable;
  /**
   * Chooses the scanner that stands beside this workstation, and remembers it on this machine. Does
   * nothing on a desktop, which names its own scanner. Releases the scanner commanded before.
   */
  choose(deviceId: string): void;
  /** Also subscribes to the device of a shown scan; null ends that. */
  showDevice(deviceId: string | null): void;
  onAcknowledged(listener: (ack: Acknowledged) => void): Disposable;
  onTick(listener: (tick: ImageTick) => void): Disposable;
  /** Called with the statuses of the workstation's scanner and of a shown one. */
  onStatus(listener: (status: ReportedStatus) => void): Disposable;
  /** Called with the result of each check of a preparation or of a transducer test. */
  onDiagnostic(listener: (result: DiagnosticResult) => void): Disposable;
  onPrescan(listener: (result: PrescanResult) => void): Disposable;
  onTiming(listener: (tick: TimingTick) => void): Disposable;
  /**
   * Publishes a command and waits up to 3 s for the acknowledgement. Problem
   * `SCAN_SERVICE_NOT_AVAILABLE` without a response, `CONNECTION_LOST` if the command could not be
   * sent.
   */
  send(command: DeviceCommand, body: CommandBody): Promise<Result<Acknowledged>>;
  /**
   * Acquires the exclusive right of this session to command the scanner; commands without a lease
   * never reach the scanner. Problem `SCANNER_IN_USE` names the holder, `OTHER_SCANNER` the scanner
   * of a scan (`scanDeviceId`) that this workstation does not command. The lease lasts until the
   * scan ends or until five minutes of inactivity.
   */
  acquireLease(scanDeviceId?: string | null): Promise<Result<void>>;
  /** Releases the lease. */
  release(): Promise<void>;
  /**
   * Acquires the lease for a command without an acknowledgement in the contract, e.g. a soft reset,
   * and releases the lease afterwards.
   */
  sendAndRelease(command: DeviceCommand, body: CommandBody): Promise<Result<void>>;
  /**
   * Acquires the lease and publishes a command whose responses are not acknowledgements; responses
   * refer to `commandId`. Keeps the lease.
   */
  command(command: DeviceCommand, body: CommandBody, commandId: string): Promise<Result<void>>;
  /** Requests the scanner's current status; needs no lease. */
  requestStatus(): Promise<Result<void>>;
  /** Sets the interval of the timing messages; null stops them. Needs the lease. */
  setTiming(everyMs: number | null): Promise<Result<void>>;
}

/** Fields of a command besides its envelope. */
export interface CommandBody {
  readonly scanId: string | null;
  readonly epoch: number;
  readonly [field: string]: unknown;
}

export interface ScannerClientOptions {
  readonly api: ApiClient;
  readonly live: LiveConnection;
  readonly session: Session;
  readonly clock: Clock;
  readonly workstation: Workstation;
}

/** Maximum wait for an acknowledgement before the scan service counts as not available. */
const ACKNOWLEDGE_WITHIN_MS = SCAN_SERVICE_TIMEOUTS_MS.connection;
export const NOT_AVAILABLE = 'SCAN_SERVICE_NOT_AVAILABLE';

const noResponse = (command: DeviceCommand): Problem =>
  problem(
    NOT_AVAILABLE,
    scanStateTexts.noResponse.title,
    scanStateTexts.noResponse.detail(command, ACKNOWLEDGE_WITHIN_MS / 1000),
    scanStateTexts.noResponse.next,
  );

/** Returns a problem that names the user of the scanner; null for any other error. */
function inUseProblem({ status, data }: CallProblem): Problem | null {
  const lease = status === 409 ? deviceLeaseSchema.safeParse(data) : null;
  if (!lease?.success) return null;
  const { name } = lease.data.holder;
  return problem(
    'SCANNER_IN_USE',
    scanStateTexts.inUse.title(name),
    scanStateTexts.inUse.detail,
    scanStateTexts.inUse.next(name),
  );
}

/** Creates a client of the scanner that stands beside this workstation. */
export function createScannerClient(options: ScannerClientOptions): ScannerClient {
  return new MqttScannerClient(options);
}

const NO_SCANNER: ScannerState = {
  devices: [],
  device: null,
  status: null,
  other: null,
  isChoosable: false,
  problem: null,
};

class MqttScannerClient implements ScannerClient {
  readonly store = createStore<ScannerState>(() => NO_SCANNER);
  readonly #options: ScannerClientOptions;
  readonly #workstation: WorkstationScanner;
  readonly #messages = new DeviceMessages();
  readonly #otherTabs: Disposable;
  #watchers = 0;
  #shownDeviceId: string | null = null;
  /** By device id. */
  readonly #subscriptions = new Map<string, Disposable>();
  #lookup: Promise<Result<Device>> | null = null;

  constructor(options: ScannerClientOptions) {
    this.#options = options;
    this.#workstation = new WorkstationScanner(options.workstation);
    this.#otherTabs = this.#workstation.onChangeInOtherTab(() => this.#followOtherTab());
  }

  watch(): Disposable {
    this.#watchers += 1;
    if (this.#watchers === 1) void this.#listen();
    return toDisposable(() => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#unsubscribe();
    });
  }

  choose(deviceId: string): void {
    const { device, devices } = this.store.getState();
    const chosen = devices.find(({ id }) => id === deviceId);
    if (!this.#workstation.isChoosable || chosen === undefined) return;
    if (chosen.id === device?.id) return;
    void this.release();
    this.#workstation.remember(chosen);
    this.#lookup = null;
    this.store.setState({ device: chosen, status: null, other: null, problem: null });
    if (this.#watchers > 0) void this.#listen();
  }

  /** Takes over the choice of another tab, which has released the scanner commanded before. */
  #followOtherTab(): void {
    const { device } = this.store.getState();
    const chosenId = this.#workstation.chosenId(this.#organizationId);
    if (!this.#workstation.isChoosable || chosenId === null || chosenId === device?.id) return;
    this.#lookup = null;
    if (this.#watchers > 0) void this.#listen();
  }

  get #organizationId(): string {
    return this.#options.session.store.getState().user?.organization.id ?? '';
  }

  showDevice(deviceId: string | null): void {
    if (deviceId === this.#shownDeviceId) return;
    this.#shownDeviceId = deviceId;
    if (this.#watchers > 0) void this.#listen();
  }

  onAcknowledged(listener: (ack: Acknowledged) => void): Disposable {
    return this.#messages.acknowledged.on(listener);
  }

  onTick(listener: (tick: ImageTick) => void): Disposable {
    return this.#messages.ticks.on(listener);
  }

  onStatus(listener: (status: ReportedStatus) => void): Disposable {
    return this.#messages.statuses.on(listener);
  }

  onDiagnostic(listener: (result: DiagnosticResult) => void): Disposable {
    return this.#messages.diagnostics.on(listener);
  }

  onPrescan(listener: (result: PrescanResult) => void): Disposable {
    return this.#messages.prescans.on(listener);
  }

  onTiming(listener: (tick: TimingTick) => void): Disposable {
    return this.#messages.timings.on(listener);
  }

  async send(command: DeviceCommand, body: CommandBody): Promise<Result<Acknowledged>> {
    const watching = this.watch();
    try {
      const device = await this.#findOnce();
      if (!device.ok) return device;
      const id = newId();
      const acknowledgement = this.#expectAcknowledgement(id, command);
      const sent = await this.#publish(device.value, command, id, body);
      if (!sent.ok) {
        acknowledgement.dispose();
        return sent;
      }
      return await acknowledgement.within(ACKNOWLEDGE_WITHIN_MS);
    } finally {
      watching.dispose();
    }
  }

  async acquireLease(scanDeviceId: string | null = null): Promise<Result<void>> {
    const device = await this.#findOnce();
    if (!device.ok) return device;
    const { id } = device.value;
    if (scanDeviceId !== null && scanDeviceId !== id) {
      const { devices } = this.store.getState();
      const other = devices.find((candidate) => candidate.id === scanDeviceId) ?? null;
      return fail(otherScannerProblem(other, device.value));
    }
    const lease = await this.#options.api.call(routes.leaseDevice, { params: { id } });
    return lease.ok ? ok(undefined) : fail(inUseProblem(lease.problem) ?? lease.problem);
  }

  async release(): Promise<void> {
    const { device } = this.store.getState();
    if (device === null) return;
    // A lease that could not be released expires.
    await this.#options.api.call(routes.releaseDevice, { params: { id: device.id } });
  }

  async sendAndRelease(command: DeviceCommand, body: CommandBody): Promise<Result<void>> {
    const sent = await this.command(command, body, newId());
    if (sent.ok) await this.release();
    return sent;
  }

  async command(command: DeviceCommand, body: CommandBody, id: string): Promise<Result<void>> {
    const device = await this.#findOnce();
    if (!device.ok) return device;
    const lease = await this.acquireLease();
    return lease.ok ? this.#publish(device.value, command, id, body) : lease;
  }

  async requestStatus(): Promise<Result<void>> {
    const device = await this.#findOnce();
    if (!device.ok) return device;
    const { id, organizationId } = device.value;
    const message = { ...DEVICE_TARGET, ...this.#envelope(newId()) };
    return this.#options.live.publish(topics.statusGet(organizationId, id), message);
  }

  async setTiming(everyMs: number | null): Promise<Result<void>> {
    const device = await this.#findOnce();
    if (!device.ok) return device;
    const { id, organizationId } = device.value;
    const message = { ...DEVICE_TARGET, deviceId: id, everyMs, ...this.#envelope(newId()) };
    return this.#options.live.publish(topics.timingSet(organizationId, id), message);
  }

  dispose(): void {
    this.#otherTabs.dispose();
    this.#unsubscribe();
    this.#messages.dispose();
  }

  async #listen(): Promise<void> {
    await this.#findOnce();
    if (this.#watchers > 0) this.#subscribe();
  }

  /**
   * Returns the device to command; concurrent and later callers share one lookup, repeated after a
   * failure.
   */
  #findOnce(): Promise<Result<Device>> {
    if (this.#lookup !== null) return this.#lookup;
    const lookup = this.#findDevice();
    this.#lookup = lookup;
    void lookup.then((device) => {
      if (!device.ok && this.#lookup === lookup) this.#lookup = null;
    });
    return lookup;
  }

  #unsubscribe(): void {
    this.#subscribeTo([]);
    this.#lookup = null;
    // Without a subscription, the last status becomes outdated.
    this.store.setState({ status: null, other: null });
  }

  async #findDevice(): Promise<Result<Device>> {
    const organizationId = this.#organizationId;
    const response = await this.#options.api.call(routes.listDevices, {
      params: { organizationId },
    });
    if (!response.ok) {
      this.store.setState({ problem: response.problem });
      return response;
    }
    const devices = response.value.items.filter(({ activatedAt }) => activatedAt !== null);
    const device = this.#workstation.select(devices, organizationId);
    const isChoosable = this.#workstation.isChoosable && isChoice(devices, device);
    const found = device.ok ? device.value : null;
    const isSame = found?.id === this.store.getState().device?.id;
    this.store.setState({
      devices,
      isChoosable,
      device: found,
      problem: device.ok ? null : device.problem,
      ...(isSame ? {} : { status: null }),
    });
    return device;
  }

  /** Subscribes to the workstation's device, and to that of the shown scan if it is another. */
  #subscribe(): void {
    const { device, devices, other } = this.store.getState();
    const shown = devices.find(({ id }) => id === this.#shownDeviceId && id !== device?.id) ?? null;
    if (shown?.id !== other?.device.id) {
      this.store.setState({ other: shown && { device: shown, status: null } });
    }
    this.#subscribeTo([device, shown].filter((wanted) => wanted !== null));
  }

  /** Subscribes to exactly these devices; keeps existing subscriptions, which lose no message. */
  #subscribeTo(devices: readonly Device[]): void {
    for (const [id, subscription] of this.#subscriptions) {
      if (devices.some((wanted) => wanted.id === id)) continue;
      subscription.dispose();
      this.#subscriptions.delete(id);
    }
    const { live } = this.#options;
    for (const device of devices) {
      if (this.#subscriptions.has(device.id)) continue;
      const onStatus = (status: DeviceStatus) => this.#handleStatus(device, status);
      const subscription = subscribeToDevice(live, device, this.#messages, onStatus);
      this.#subscriptions.set(device.id, subscription);
    }
  }

  #handleStatus({ id: deviceId }: Device, status: DeviceStatus): void {
    const { device, status: own, other } = this.store.getState();
    const isOwn = device?.id === deviceId;
    const last = isOwn ? own : (other?.status ?? null);
    const latest = latestStatus(last, status);
    if (latest === last) return;
    if (isOwn) this.store.setState({ status: latest });
    else if (other !== null) this.store.setState({ other: { ...other, status: latest } });
    this.#messages.statuses.emit({ ...latest, deviceId });
  }

  #publish(
    { id: deviceId, organizationId }: Device,
    command: DeviceCommand,
    id: string,
    body: CommandBody,
  ): Promise<Result<void>> {
    const message = { ...body, deviceId, ...this.#envelope(id) };
    return this.#options.live.publish(topics.command(organizationId, deviceId, command), message);
  }

  #envelope(id: string): { readonly id: string; readonly at: string; readonly seq: number } {
    const nowMs = this.#options.clock.now();
    // Time as sequence number grows across reloads of the page, unlike a counter.
    return { id, at: new Date(nowMs).toISOString(), seq: nowMs };
  }

  /**
   * Subscribes to the acknowledgement before the command is sent, because the response may arrive
   * quickly.
   */
  #expectAcknowledgement(commandId: string, command: DeviceCommand) {
    let settle: (result: Result<Acknowledged>) => void = () => undefined;
    const acknowledged = new Promise<Result<Acknowledged>>((resolve) => {
      settle = resolve;
    });
    const subscription = this.#messages.acknowledged.on((ack) => {
      if (ack.message.commandId === commandId) settle(ok(ack));
    });
    return {
      dispose: () => subscription.dispose(),
      within: async (ms: number): Promise<Result<Acknowledged>> => {
        const limit = this.#options.clock.after(ms, () => settle(fail(noResponse(command))));
        const result = await acknowledged;
        limit.dispose();
        subscription.dispose();
        return result;
      },
    };
  }
}

/** True if several devices are there, or a single one that the workstation may not take by itself. */
const isChoice = (devices: readonly Device[], selected: Result<Device>): boolean =>
  devices.length > 1 || (devices.length === 1 && !selected.ok);
