import type { DeviceStatus } from '#contracts';
import { formatFixed } from '#foundation';
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

/** Returns the tone of a part whose sensor reports `ok`. */
const tone = (ok: boolean | undefined): StateTone => (ok === false ? 'danger' : 'ok');

/** Returns a row per part of the scanner; an unknown value is a dash. */
export function hardwareRows(status: DeviceStatus | null): readonly HardwareRow[] {
  // The last values of an offline device may be outdated.
  const current = status?.state === 'offline' ? null : status;
  return [...powerRows(current), ...movingRows(current), ...componentRows(current)];
}

function row(label: string, value: string | null, state: StateTone | null): HardwareRow {
  return { label, value: value ?? UNKNOWN, tone: value === null ? null : state };
}

function powerRows(current: DeviceStatus | null): readonly HardwareRow[] {
  const battery = current?.battery ?? null;
  const charger = current?.wirelessCharger ?? null;
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

function movingRows(current: DeviceStatus | null): readonly HardwareRow[] {
  const { waterSensor, motionSensor, motor360, motor180 } = current ?? {};
  const degrees = (deg: number) => `${formatFixed(deg, 1)}°`;
  return [
    row(
      texts.names.water,
      waterSensor ? `${waterSensor.levelPercent.toFixed(0)} ${scanTexts.device.full}` : null,
      tone(waterSensor?.ok),
    ),
    row(
      texts.names.motion,
      motionSensor ? `${formatFixed(motionSensor.movementMm, 1)} mm` : null,
      tone(motionSensor?.ok),
    ),
    row(texts.names.motor360, motor360 ? degrees(motor360.positionDeg) : null, tone(motor360?.ok)),
    row(texts.names.motor180, motor180 ? degrees(motor180.positionDeg) : null, tone(motor180?.ok)),
  ];
}

function componentRows(current: DeviceStatus | null): readonly HardwareRow[] {
  const probe = current?.probe ?? null;
  const firmware = current?.firmware ?? null;
  const version = [firmware, current?.revision ? texts.revision(current.revision) : null];
  return [
    row(texts.names.probe, probe && `${probe.name} · ${probe.serialNumber}`, null),
    row(
      texts.names.firmware,
      firmware && version.filter((part) => part !== null).join(' · '),
      null,
    ),
  ];
}
