import {
  ACKNOWLEDGEMENTS,
  type Acknowledgement,
  type AcknowledgementMessage,
  acknowledgementSchema,
  type Device,
  type DeviceStatus,
  type DiagnosticResult,
  deviceStatusSchema,
  diagnosticResultSchema,
  type ImageTick,
  imageTickSchema,
  type PrescanResult,
  prescanResultSchema,
  type TimingTick,
  timingTickSchema,
  topics,
} from '#contracts';
import type { LiveConnection } from '#core';
import { type Disposable, disposeAll, Emitter, toDisposable } from '#foundation';

export interface Acknowledged {
  readonly name: Acknowledgement;
  readonly message: AcknowledgementMessage;
}

/** A status with the device that published it. */
export type ReportedStatus = DeviceStatus & { readonly deviceId: string };

/** Messages of the subscribed devices, as events. */
export class DeviceMessages implements Disposable {
  readonly acknowledged = new Emitter<Acknowledged>();
  readonly ticks = new Emitter<ImageTick>();
  readonly statuses = new Emitter<ReportedStatus>();
  readonly diagnostics = new Emitter<DiagnosticResult>();
  readonly prescans = new Emitter<PrescanResult>();
  readonly timings = new Emitter<TimingTick>();

  dispose(): void {
    disposeAll([this.acknowledged, this.ticks, this.statuses]);
    disposeAll([this.diagnostics, this.prescans, this.timings]);
  }
}

/** Subscribes to the topics of a device; its statuses go to `onStatus` instead of `messages`. */
export function subscribeToDevice(
  live: LiveConnection,
  { id, organizationId }: Device,
  messages: DeviceMessages,
  onStatus: (status: DeviceStatus) => void,
): Disposable {
  const subscriptions = [
    live.subscribe(topics.status(organizationId, id), deviceStatusSchema, onStatus),
    live.subscribe(topics.image(organizationId, id), imageTickSchema, (tick) =>
      messages.ticks.emit(tick),
    ),
    live.subscribe(
      topics.acknowledgementsOf(organizationId, id),
      acknowledgementSchema,
      (message, topic) => {
        const name = ACKNOWLEDGEMENTS.find((candidate) => topic.endsWith(`/${candidate}`));
        if (name !== undefined) messages.acknowledged.emit({ name, message });
      },
    ),
    live.subscribe(topics.diagnosticsOf(organizationId, id), diagnosticResultSchema, (result) =>
      messages.diagnostics.emit(result),
    ),
    live.subscribe(topics.prescanResult(organizationId, id), prescanResultSchema, (result) =>
      messages.prescans.emit(result),
    ),
    live.subscribe(topics.timing(organizationId, id), timingTickSchema, (tick) =>
      messages.timings.emit(tick),
    ),
  ];
  return toDisposable(() => disposeAll(subscriptions));
}
