import type { DeviceStatus } from '#contracts';
import type { IconName } from '#ui';
import type { SweepName } from '../../model/index.ts';
import { MOVEMENT_LIMIT_MM } from '../../state/scan/scan-progress.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import { scannerLabel } from '../shared/scanner-label.ts';

const texts = scanTexts.device;

export const UNKNOWN = '—';

/** A part of a scanner during a scan. */
export interface ScannerRow {
  readonly icon: IconName;
  readonly label: string;
  /** State in words, or its figure. */
  readonly text: string;
  /** A second figure, or empty. */
  readonly aside: string;
  /** True if the part has a problem, which `text` also states. */
  readonly hasProblem: boolean;
}

type Row = Pick<ScannerRow, 'icon' | 'label'>;

const unknown = (row: Row): ScannerRow => ({ ...row, text: UNKNOWN, aside: '', hasProblem: false });

/** Returns the parts of the scanner; `sweep` is the sweep being recorded, null if none. */
export function scannerRows(
  status: DeviceStatus | null,
  sweep: SweepName | null,
): readonly ScannerRow[] {
  // The last values of an offline device may be outdated.
  const now = status?.state === 'offline' ? null : status;
  const { text } = scannerLabel(status);
  return [
    batteryRow(now),
    waterRow(now),
    motor360Row(now),
    motor180Row(now, sweep),
    motionRow(now),
    probeRow(now),
    chargerRow(now),
    {
      icon: 'scanner',
      label: texts.service,
      text,
      aside: '',
      hasProblem: status?.state === 'offline' || status?.state === 'error',
    },
  ];
}

function batteryRow(now: DeviceStatus | null): ScannerRow {
  const row: Row = { icon: 'battery', label: texts.battery };
  if (!now?.battery) return unknown(row);
  const { charge, temperature, ok } = now.battery;
  const percent = `${charge.toFixed(0)} %`;
  const text = ok ? percent : texts.batteryUnfit(percent);
  return { ...row, text, aside: `${temperature.toFixed(0)} °C`, hasProblem: !ok };
}

/** Level above which the container counts as full, in percent. */
const FULL_PERCENT = 75;

function waterRow(now: DeviceStatus | null): ScannerRow {
  const row: Row = { icon: 'droplet', label: texts.water };
  if (!now?.waterSensor) return unknown(row);
  const { levelPercent, ok } = now.waterSensor;
  const levelText = levelPercent >= FULL_PERCENT ? texts.waterFull : texts.waterSufficient;
  const text = ok ? levelText : texts.waterLow;
  return { ...row, text, aside: `${levelPercent.toFixed(0)} %`, hasProblem: !ok };
}

function motor360Row(now: DeviceStatus | null): ScannerRow {
  const row: Row = { icon: 'reset', label: texts.motor360 };
  if (!now?.motor360) return unknown(row);
  const { positionDeg, ok } = now.motor360;
  const motionText = now.state === 'scanning' ? texts.turning : texts.stationary;
  const text = ok ? motionText : texts.stalled;
  return { ...row, text, aside: `${positionDeg.toFixed(1)}°`, hasProblem: !ok };
}

function motor180Row(now: DeviceStatus | null, sweep: SweepName | null): ScannerRow {
  const row: Row = { icon: 'adjust', label: texts.motor180 };
  if (!now?.motor180) return unknown(row);
  const { positionDeg, ok } = now.motor180;
  const positions = { CEN: texts.centralPosition, PER: texts.peripheralPosition };
  const text = ok ? (sweep === null ? texts.tilted : positions[sweep]) : texts.stalled;
  return { ...row, text, aside: `${positionDeg.toFixed(1)}°`, hasProblem: !ok };
}

function motionRow(now: DeviceStatus | null): ScannerRow {
  const row: Row = { icon: 'activity', label: texts.motion };
  if (!now?.motionSensor) return unknown(row);
  const { movementMm } = now.motionSensor;
  const hasProblem = movementMm > MOVEMENT_LIMIT_MM;
  const mm = `${movementMm.toFixed(1)} mm`;
  const text = hasProblem ? texts.tooMuch(mm) : mm;
  return { ...row, text, aside: texts.limit(MOVEMENT_LIMIT_MM), hasProblem };
}

function probeRow(now: DeviceStatus | null): ScannerRow {
  const row: Row = { icon: 'scan', label: texts.probe };
  if (!now?.probe) return unknown(row);
  return { ...row, text: now.probe.name, aside: now.probe.serialNumber, hasProblem: false };
}

function chargerRow(now: DeviceStatus | null): ScannerRow {
  const row: Row = { icon: 'refresh', label: texts.charger };
  if (!now?.wirelessCharger) return unknown(row);
  const { connected, charging } = now.wirelessCharger;
  const on = charging ? texts.charging : texts.onCharger;
  return { ...row, text: connected ? on : texts.offCharger, aside: '', hasProblem: false };
}
