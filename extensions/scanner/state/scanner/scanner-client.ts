import { createStore } from 'zustand/vanilla';
import {
  ACKNOWLEDGEMENTS,
  type Acknowledgement,
  type AcknowledgementMessage,
  acknowledgementSchema,
  type Device,
  type DeviceCommand,
  type DeviceStatus,
  type DiagnosticResult,
  deviceLeaseSchema,
  deviceStatusSchema,
  diagnosticResultSchema,
  type ImageTick,
  imageTickSchema,
  latestStatus,
  type PrescanResult,
  prescanResultSchema,
  routes,
  SCAN_SERVICE_TIMEOUTS_MS,
  type TimingTick,
  timingTickSchema,
  topics,
} from '#contracts';
import type { ApiClient, CallProblem, LiveConnection, ReadonlyStore, Session } from '#core';
import {
  type Clock,
  type Disposable,
  disposeAll,
  Emitter,
  fail,
  newId,
  ok,
  type Problem,
  problem,
  type Result,
  toDisposable,
} from '#foundation';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';

/** Target of a message to the device rather than to a scan. */
export const DEVICE_TARGET = { scanId: null, epoch: 0 } as const;

/** State of the organization's scanner. */
export interface ScannerState {
  /** Null until the device is read. */
  readonly device: Device | null;
  /** Last status of the scanner; null before the first status. */
  readonly status: DeviceStatus | null;
  /** Reason why no device is shown; null if none. */
  readonly problem: Problem | null;
}

export interface Acknowledged {
  readonly name: Acknowledgement;
  readonly message: AcknowledgementMessage;
}

/** Browser client of a scanner: status, acknowledgements, ticks and commands. */
export interface ScannerClient extends Disposable {
  readonly store: ReadonlyStore<ScannerState>;
  /** Subscribes to the scanner's topics while at least one watcher exists. */
  watch(): Disposable;
  onAcknowledged(listener: (ack: Acknowledged) => void): Disposable;
  onTick(listener: (tick: ImageTick) => void): Disposable;
  onStatus(listener: (status: DeviceStatus) => void): Disposable;
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
   * never reach the scanner. Problem `SCANNER_IN_USE` names the holder. The lease lasts until the
   * scan ends or until five minutes of inactivity.
   */
  acquireLease(): Promise<Result<void>>;
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
}

/** Maximum wait for an acknowledgement before the scan service counts as not available. */
const ACKNOWLEDGE_WITHIN_MS = SCAN_SERVICE_TIMEOUTS_MS.connection;
export const NOT_AVAILABLE = 'SCAN_SERVICE_NOT_AVAILABLE';

const NO_DEVICE = problem(
  'NO_DEVICE',
  scanStateTexts.noDevice.title,
  scanStateTexts.noDevice.detail,
  scanStateTexts.noDevice.next,
);

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

/** Creates a client of the organization's first activated scanner. */
export function createScannerClient(options: ScannerClientOptions): ScannerClient {
  return new MqttScannerClient(options);
}

class MqttScannerClient implements ScannerClient {
  readonly store = createStore<ScannerState>(() => ({ device: null, status: null, problem: null }));
  readonly #options: ScannerClientOptions;
  readonly #acknowledged = new Emitter<Acknowledged>();
  readonly #ticks = new Emitter<ImageTick>();
  readonly #statuses = new Emitter<DeviceStatus>();
  readonly #diagnostics = new Emitter<DiagnosticResult>();
  readonly #prescans = new Emitter<PrescanResult>();
  readonly #timings = new Emitter<TimingTick>();
  #watchers = 0;
  #subscriptions: readonly Disposable[] = [];
  #lookup: Promise<Result<Device>> | null = null;

  constructor(options: ScannerClientOptions) {
    this.#options = options;
  }

  watch(): Disposable {
    this.#watchers += 1;
    if (this.#watchers === 1) void this.#listen();
    return toDisposable(() => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#unsubscribe();
    });
  }

  onAcknowledged(listener: (ack: Acknowledged) => void): Disposable {
    return this.#acknowledged.on(listener);
  }

  onTick(listener: (tick: ImageTick) => void): Disposable {
    return this.#ticks.on(listener);
  }

  onStatus(listener: (status: DeviceStatus) => void): Disposable {
    return this.#statuses.on(listener);
  }

  onDiagnostic(listener: (result: DiagnosticResult) => void): Disposable {
    return this.#diagnostics.on(listener);
  }

  onPrescan(listener: (result: PrescanResult) => void): Disposable {
    return this.#prescans.on(listener);
  }

  onTiming(listener: (tick: TimingTick) => void): Disposable {
    return this.#timings.on(listener);
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

  async acquireLease(): Promise<Result<void>> {
    const device = await this.#findOnce();
    if (!device.ok) return device;
    const { id } = device.value;
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
    const message = { ...DEVICE_TARGET, everyMs, ...this.#envelope(newId()) };
    return this.#options.live.publish(topics.timingSet(organizationId, id), message);
  }

  dispose(): void {
    this.#unsubscribe();
    disposeAll([this.#acknowledged, this.#ticks, this.#statuses]);
    disposeAll([this.#diagnostics, this.#prescans, this.#timings]);
  }

  async #listen(): Promise<void> {
    const device = await this.#findOnce();
    if (device.ok && this.#watchers > 0) this.#subscribe(device.value);
  }

  /**
   * Returns the device; concurrent and later callers share one lookup, repeated after a failure.
   */
  #findOnce(): Promise<Result<Device>> {
    this.#lookup ??= this.#findDevice().then((device) => {
      if (device.ok) {
        this.store.setState({ device: device.value, problem: null });
      } else {
        this.store.setState({ problem: device.problem });
        this.#lookup = null;
      }
      return device;
    });
    return this.#lookup;
  }

  #unsubscribe(): void {
    disposeAll(this.#subscriptions);
    this.#subscriptions = [];
    this.#lookup = null;
    // Without a subscription, the last status becomes outdated.
    this.store.setState({ status: null });
  }

  async #findDevice(): Promise<Result<Device>> {
    const organizationId = this.#options.session.store.getState().user?.organization.id;
    if (organizationId === undefined) return fail(NO_DEVICE);
    const response = await this.#options.api.call(routes.listDevices, {
      params: { organizationId },
    });
    if (!response.ok) return response;
    const { items } = response.value;
    const device = items.find((candidate) => candidate.activatedAt !== null) ?? items[0];
    return device === undefined ? fail(NO_DEVICE) : ok(device);
  }

  #subscribe({ id, organizationId }: Device): void {
    const { live } = this.#options;
    disposeAll(this.#subscriptions);
    this.#subscriptions = [
      live.subscribe(topics.status(organizationId, id), deviceStatusSchema, (status) => {
        const { status: last } = this.store.getState();
        const latest = latestStatus(last, status);
        if (latest === last) return;
        this.store.setState({ status: latest });
        this.#statuses.emit(latest);
      }),
      live.subscribe(topics.image(organizationId, id), imageTickSchema, (tick) =>
        this.#ticks.emit(tick),
      ),
      live.subscribe(
        topics.acknowledgementsOf(organizationId, id),
        acknowledgementSchema,
        (message, topic) => {
          const name = ACKNOWLEDGEMENTS.find((candidate) => topic.endsWith(`/${candidate}`));
          if (name !== undefined) this.#acknowledged.emit({ name, message });
        },
      ),
      live.subscribe(topics.diagnosticsOf(organizationId, id), diagnosticResultSchema, (result) =>
        this.#diagnostics.emit(result),
      ),
      live.subscribe(topics.prescanResult(organizationId, id), prescanResultSchema, (result) =>
        this.#prescans.emit(result),
      ),
      live.subscribe(topics.timing(organizationId, id), timingTickSchema, (tick) =>
        this.#timings.emit(tick),
      ),
    ];
  }

  #publish(
    { id: deviceId, organizationId }: Device,
    command: DeviceCommand,
    id: string,
    body: CommandBody,
  ): Promise<Result<void>> {
    const message = { ...body, ...this.#envelope(id) };
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
    const subscription = this.#acknowledged.on((ack) => {
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
