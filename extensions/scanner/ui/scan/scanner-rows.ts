import type { DeviceStatus } from '#contracts';
import { formatFixed } from '#foundation';
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
  /** State in words, or a value. */
  readonly text: string;
  /** A second value; empty if none. */
  readonly aside: string;
  /** True if the part has a problem, which `text` also states. */
  readonly hasProblem: boolean;
}

type RowHead = Pick<ScannerRow, 'icon' | 'label'>;

const unknown = (row: RowHead): ScannerRow => ({
  ...row,
  text: UNKNOWN,
  aside: '',
  hasProblem: false,
});

/** Returns the parts of the scanner; `sweep` is the sweep being recorded, null if none. */
export function scannerRows(
  status: DeviceStatus | null,
  sweep: SweepName | null,
): readonly ScannerRow[] {
  // The last values of an offline device may be outdated.
  const current = status?.state === 'offline' ? null : status;
  const { text } = scannerLabel(status);
  return [
    batteryRow(current),
    waterRow(current),
    motor360Row(current),
    motor180Row(current, sweep),
    motionRow(current),
    probeRow(current),
    chargerRow(current),
    {
      icon: 'scanner',
      label: texts.service,
      text,
      aside: '',
      hasProblem: status?.state === 'offline' || status?.state === 'error',
    },
  ];
}

function batteryRow(current: DeviceStatus | null): ScannerRow {
  const row: RowHead = { icon: 'battery', label: texts.battery };
  if (!current?.battery) return unknown(row);
  const { charge, temperature, ok } = current.battery;
  const percent = `${charge.toFixed(0)} %`;
  const text = ok ? percent : texts.batteryUnfit(percent);
  return { ...row, text, aside: `${temperature.toFixed(0)} °C`, hasProblem: !ok };
}

/** Level above which the container counts as full, in percent. */
const FULL_PERCENT = 75;

function waterRow(current: DeviceStatus | null): ScannerRow {
  const row: RowHead = { icon: 'droplet', label: texts.water };
  if (!current?.waterSensor) return unknown(row);
  const { levelPercent, ok } = current.waterSensor;
  const levelText = levelPercent >= FULL_PERCENT ? texts.waterFull : texts.waterSufficient;
  const text = ok ? levelText : texts.waterLow;
  return { ...row, text, aside: `${levelPercent.toFixed(0)} %`, hasProblem: !ok };
}

function motor360Row(current: DeviceStatus | null): ScannerRow {
  const row: RowHead = { icon: 'reset', label: texts.motor360 };
  if (!current?.motor360) return unknown(row);
  const { positionDeg, ok } = current.motor360;
  const motionText = current.state === 'scanning' ? texts.turning : texts.stationary;
  const text = ok ? motionText : texts.stalled;
  return { ...row, text, aside: `${formatFixed(positionDeg, 1)}°`, hasProblem: !ok };
}

function motor180Row(current: DeviceStatus | null, sweep: SweepName | null): ScannerRow {
  const row: RowHead = { icon: 'adjust', label: texts.motor180 };
  if (!current?.motor180) return unknown(row);
  const { positionDeg, ok } = current.motor180;
  const positions = { CEN: texts.centralPosition, PER: texts.peripheralPosition };
  const position = sweep === null ? texts.tilted : positions[sweep];
  const text = ok ? position : texts.stalled;
  return { ...row, text, aside: `${formatFixed(positionDeg, 1)}°`, hasProblem: !ok };
}

function motionRow(current: DeviceStatus | null): ScannerRow {
  const row: RowHead = { icon: 'activity', label: texts.motion };
  if (!current?.motionSensor) return unknown(row);
  const { movementMm } = current.motionSensor;
  const hasProblem = movementMm > MOVEMENT_LIMIT_MM;
  const mm = `${formatFixed(movementMm, 1)} mm`;
  const text = hasProblem ? texts.tooMuch(mm) : mm;
  return { ...row, text, aside: texts.limit(MOVEMENT_LIMIT_MM), hasProblem };
}

function probeRow(current: DeviceStatus | null): ScannerRow {
  const row: RowHead = { icon: 'scan', label: texts.probe };
  if (!current?.probe) return unknown(row);
  return { ...row, text: current.probe.name, aside: current.probe.serialNumber, hasProblem: false };
}

function chargerRow(current: DeviceStatus | null): ScannerRow {
  const row: RowHead = { icon: 'refresh', label: texts.charger };
  if (!current?.wirelessCharger) return unknown(row);
  const { connected, charging } = current.wirelessCharger;
  const connectedText = charging ? texts.charging : texts.onCharger;
  return {
    ...row,
    text: connected ? connectedText : texts.offCharger,
    aside: '',
    hasProblem: false,
  };
}
