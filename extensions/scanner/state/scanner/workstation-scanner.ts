import type { Device } from '#contracts';
import type { Workstation } from '#core';
import { type Disposable, fail, ok, type Problem, problem, type Result } from '#foundation';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';

const { noDevice, notChosen, desktopUnknown, otherScanner } = scanStateTexts;

const NO_DEVICE = problem('NO_DEVICE', noDevice.title, noDevice.detail, noDevice.next);
const NOT_CHOSEN = problem('NO_SCANNER_CHOSEN', notChosen.title, notChosen.detail, notChosen.next);
const DESKTOP_UNKNOWN = problem(
  'DESKTOP_SCANNER_UNKNOWN',
  desktopUnknown.title,
  desktopUnknown.detail,
  desktopUnknown.next,
);

/** Returns the problem of a command for a scan that belongs to another scanner. */
export const otherScannerProblem = (scanner: Device | null, own: Device): Problem =>
  problem(
    'OTHER_SCANNER',
    otherScanner.title(scanner?.model ?? otherScanner.unknown),
    otherScanner.detail(own.model),
    otherScanner.next,
  );

/** The machine's choice by organization, because several can share a workstation. */
const keyOf = (organizationId: string): string => `clockface.workstation.scanner.${organizationId}`;

/** Which scanner stands beside the workstation: named by the desktop, or chosen and remembered. */
export class WorkstationScanner {
  readonly #workstation: Workstation;

  constructor(workstation: Workstation) {
    this.#workstation = workstation;
  }

  /** True if a person may choose; false for a desktop, which names its own scanner. */
  get isChoosable(): boolean {
    return this.#workstation.scannerId === null;
  }

  /**
   * Returns the scanner among the activated `devices`. A single device needs no choice, unless
   * another one was chosen before, because the device can be in another room.
   */
  select(devices: readonly Device[], organizationId: string): Result<Device> {
    if (devices.length === 0) return fail(NO_DEVICE);
    const { scannerId } = this.#workstation;
    if (scannerId !== null) {
      const own = devices.find(({ id }) => id === scannerId);
      return own === undefined ? fail(DESKTOP_UNKNOWN) : ok(own);
    }
    const chosenId = this.chosenId(organizationId);
    const chosen = devices.find(({ id }) => id === chosenId);
    if (chosen !== undefined) return ok(chosen);
    const [first, ...others] = devices;
    const isOnly = first !== undefined && others.length === 0;
    return isOnly && chosenId === null ? ok(first) : fail(NOT_CHOSEN);
  }

  /** Returns the id of the chosen scanner; null before a choice. */
  chosenId(organizationId: string): string | null {
    return this.#workstation.storage.getItem(keyOf(organizationId));
  }

  /** Calls the listener after another tab may have chosen another scanner. */
  onChangeInOtherTab(listener: () => void): Disposable {
    return this.#workstation.onChangeInOtherTab(listener);
  }

  /** Remembers the choice on this machine. */
  remember({ id, organizationId }: Device): void {
    this.#workstation.storage.setItem(keyOf(organizationId), id);
  }
}
