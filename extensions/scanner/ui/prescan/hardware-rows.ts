import type { DeviceStatus } from '#contracts';
import type { StateTone } from '#ui';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import { scanTexts } from '../../texts/scan-texts.ts';

const texts = prescanTexts.readiness;
const UNKNOWN = '—';

export interface HardwareRow {
  readonly label: string;
  readonly value: string;
  /** Null for a neutral value. */
  readonly tone: StateTone | null;
}

const tone = (ok: boolean | undefined): StateTone => (ok === false ? 'danger' : 'ok');

/** Returns a row per part of the scanner; an unknown value is a dash. */
export function hardwareRows(status: DeviceStatus | null): readonly HardwareRow[] {
  // The last values of an offline device may be outdated.
  const now = status?.state === 'offline' ? null : status;
  return [...powerRows(now), ...movingRows(now), ...componentRows(now)];
}

function row(label: string, value: string | null, state: StateTone | null): HardwareRow {
  return { label, value: value ?? UNKNOWN, tone: value === null ? null : state };
}

function powerRows(now: DeviceStatus | null): readonly HardwareRow[] {
  const battery = now?.battery ?? null;
  const charger = now?.wirelessCharger ?? null;
  const level = battery && `${battery.charge.toFixed(0)} % · ${battery.temperature.toFixed(0)} °C`;
  return [
    row(texts.names.battery, level, tone(battery?.ok)),
    row(texts.names.charger, charger && chargerText(charger), null),
  ];
}

function chargerText(charger: { readonly connected: boolean; readonly charging: boolean }): string {
  if (charger.charging) return texts.charging;
  return charger.connected ? texts.onCharger : texts.offCharger;
}

function movingRows(now: DeviceStatus | null): readonly HardwareRow[] {
  const { waterSensor, motionSensor, motor360, motor180 } = now ?? {};
  const degrees = (at: number) => `${at.toFixed(1)}°`;
  return [
    row(
      texts.names.water,
      waterSensor ? `${waterSensor.levelPercent.toFixed(0)} ${scanTexts.device.full}` : null,
      tone(waterSensor?.ok),
    ),
    row(
      texts.names.motion,
      motionSensor ? `${motionSensor.movementMm.toFixed(1)} mm` : null,
      tone(motionSensor?.ok),
    ),
    row(texts.names.motor360, motor360 ? degrees(motor360.positionDeg) : null, tone(motor360?.ok)),
    row(texts.names.motor180, motor180 ? degrees(motor180.positionDeg) : null, tone(motor180?.ok)),
  ];
}

function componentRows(now: DeviceStatus | null): readonly HardwareRow[] {
  const probe = now?.probe ?? null;
  const firmware = now?.firmware ?? null;
  const version = [firmware, now?.revision ? texts.revision(now.revision) : null];
  return [
    row(texts.names.probe, probe && `${probe.name} · ${probe.serialNumber}`, null),
    row(
      texts.names.firmware,
      firmware && version.filter((part) => part !== null).join(' · '),
      null,
    ),
  ];
}
