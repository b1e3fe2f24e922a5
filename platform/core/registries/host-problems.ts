import { type Problem, problem } from '#foundation';
import { hostTexts as texts } from '../texts/host-texts.ts';

/** All Problems of the extension host, so that admin page, log and tests use the same texts. */
export const hostProblems = {
  duplicateExtension: (id: string): Problem =>
    problem(
      'EXTENSION_DUPLICATE',
      texts.duplicateExtension.title(id),
      texts.duplicateExtension.detail,
      texts.duplicateExtension.next,
      id,
    ),
  unknownSwitch: (id: string): Problem =>
    problem(
      'EXTENSION_UNKNOWN',
      texts.unknownSwitch.title(id),
      texts.unknownSwitch.detail(id),
      texts.next.checkSite,
      id,
    ),
  hostRange: (id: string, range: string, version: string): Problem =>
    problem(
      'HOST_RANGE',
      texts.hostRange.title(id),
      texts.hostRange.detail(range, version),
      texts.hostRange.next,
      id,
    ),
  foreignId: (id: string, contribution: string): Problem =>
    problem(
      'CONTRIBUTION_FOREIGN_ID',
      texts.foreignId.title(id),
      texts.foreignId.detail(contribution, id),
      texts.next.contactVendor,
      id,
    ),
  duplicateContribution: (id: string, contribution: string, owner: string): Problem =>
    problem(
      'DUPLICATE_CONTRIBUTION',
      texts.duplicateContribution.title(contribution),
      texts.duplicateContribution.detail(id, contribution, owner),
      texts.next.contactVendor,
      id,
    ),
  renamedConflict: (id: string, old: string, reason: string): Problem =>
    problem(
      'RENAMED_CONFLICT',
      texts.renamedConflict.title(id, old),
      reason,
      texts.next.contactVendor,
      id,
    ),
  requiredMissing: (id: string, needed: string): Problem =>
    problem(
      'REQUIRED_EXTENSION_MISSING',
      texts.requiredMissing.title(id, needed),
      texts.requiredMissing.detail(needed),
      texts.requiredMissing.next(needed, id),
      id,
    ),
  requiredOff: (id: string, needed: string): Problem =>
    problem(
      'REQUIRED_EXTENSION_OFF',
      texts.requiredOff.title(id, needed),
      texts.requiredOff.detail(needed),
      texts.requiredOff.next(needed, id),
      id,
    ),
  requiredRejected: (id: string, needed: string): Problem =>
    problem(
      'REQUIRED_EXTENSION_REFUSED',
      texts.requiredRejected.title(id, needed),
      texts.requiredRejected.detail(needed),
      texts.requiredRejected.next(needed),
      id,
    ),
  requiredRange: (id: string, needed: string, range: string, version: string): Problem =>
    problem(
      'REQUIRED_EXTENSION_RANGE',
      texts.requiredRange.title(id, needed),
      texts.requiredRange.detail(range, version),
      texts.requiredRange.next(id, needed),
      id,
    ),
  optionalRange: (id: string, other: string, range: string, version: string): Problem =>
    problem(
      'OPTIONAL_EXTENSION_RANGE',
      texts.optionalRange.title(id, other),
      texts.optionalRange.detail(other, range, version),
      texts.optionalRange.next,
      id,
    ),
  cycle: (id: string, path: readonly string[]): Problem =>
    problem(
      'REQUIRES_CYCLE',
      texts.cycle.title(id),
      texts.cycle.detail(path),
      texts.cycle.next,
      id,
    ),
  invalidSettings: (id: string, detail: string): Problem =>
    problem('INVALID_SETTINGS', texts.invalidSettings.title(id), detail, texts.next.checkSite, id),
  loadFailed: (id: string, detail: string): Problem =>
    problem('EXTENSION_NOT_LOADED', texts.loadFailed.title(id), detail, texts.next.reload, id),
  loadTimeout: (id: string, limitMs: number): Problem =>
    problem(
      'EXTENSION_NOT_LOADED',
      texts.loadFailed.title(id),
      texts.loadFailed.timedOut(limitMs / 1000),
      texts.next.reload,
      id,
    ),
  invalidExport: (id: string, detail: string): Problem =>
    problem('WRONG_EXPORT', texts.invalidExport.title(id), detail, texts.next.contactVendor, id),
  offOrigin: (id: string, url: string): Problem =>
    problem(
      'OFF_ORIGIN',
      texts.offOrigin.title(id),
      texts.offOrigin.detail(url),
      texts.offOrigin.next,
      id,
    ),
  notStartable: (id: string): Problem =>
    problem(
      'EXTENSION_NOT_STARTABLE',
      texts.notStartable.title(id),
      texts.notStartable.detail,
      texts.notStartable.next,
      id,
    ),
  activationFailed: (id: string, detail: string): Problem =>
    problem(
      'ACTIVATION_FAILED',
      texts.activationFailed.title(id),
      detail,
      texts.next.contactVendor,
      id,
    ),
  activationTimeout: (id: string, limitMs: number): Problem =>
    problem(
      'ACTIVATION_TIMEOUT',
      texts.activationTimeout.title(id),
      texts.activationTimeout.detail(limitMs / 1000),
      texts.next.contactVendor,
      id,
    ),
  disposeFailed: (id: string, detail: string): Problem =>
    problem('DISPOSE_FAILED', texts.disposeFailed.title(id), detail, texts.next.contactVendor, id),
  undeclared: (id: string, point: string, contribution: string): Problem =>
    problem(
      'UNDECLARED_CONTRIBUTION',
      texts.undeclared.title(id),
      texts.undeclared.detail(contribution, point),
      texts.next.contactVendor,
      id,
    ),
  missing: (id: string, point: string, contribution: string): Problem =>
    problem(
      'MISSING_CONTRIBUTION',
      texts.missing.title(id),
      texts.missing.detail(contribution, point),
      texts.next.contactVendor,
      id,
    ),
  unknownId: (point: string, id: string): Problem =>
    problem(
      'UNKNOWN_CONTRIBUTION',
      texts.unknownId.title(id),
      texts.unknownId.detail(point),
      texts.unknownId.next,
    ),
  notActive: (point: string, id: string, owner: string): Problem =>
    problem(
      'CONTRIBUTION_NOT_ACTIVE',
      texts.notActive.title(id),
      texts.notActive.detail(owner, point),
      texts.notActive.next(owner),
      owner,
    ),
  serviceMissing: (id: string): Problem =>
    problem(
      'SERVICE_MISSING',
      texts.serviceMissing.title(id),
      texts.serviceMissing.detail(id),
      texts.serviceMissing.next,
    ),
  serviceDuplicate: (id: string): Problem =>
    problem(
      'SERVICE_DUPLICATE',
      texts.serviceDuplicate.title(id),
      texts.serviceDuplicate.detail(id),
      texts.next.contactVendor,
    ),
  commandDisabled: (id: string, reason: string): Problem =>
    problem('COMMAND_DISABLED', reason, texts.commandDisabled.detail(id), ''),
  commandFailed: (id: string, detail: string): Problem =>
    problem(
      'COMMAND_FAILED',
      texts.commandFailed.title,
      texts.commandFailed.detail(id, detail),
      texts.commandFailed.next,
    ),
  invalidMode: (id: string, detail: string): Problem =>
    problem('MODE_INVALID', texts.invalidMode.title(id), detail, texts.next.contactVendor),
  unknownModeSwitch: (id: string): Problem =>
    problem(
      'MODE_UNKNOWN',
      texts.unknownModeSwitch.title(id),
      texts.unknownModeSwitch.detail(id),
      texts.next.checkSite,
    ),
  modeOff: (title: string): Problem =>
    problem('MODE_OFF', texts.modeOff.title(title), texts.modeOff.detail, texts.modeOff.next),
  modeNeeds: (mode: string, needed: { id: string; title: string }, reason: string): Problem =>
    problem(
      'MODE_UNAVAILABLE',
      texts.modeNeeds.title(mode),
      texts.modeNeeds.detail(needed.title, reason),
      texts.modeNeeds.next,
      needed.id,
    ),
  modeReference: (title: string, area: string, detail: string): Problem =>
    problem(
      'MODE_REFERENCE_MISSING',
      texts.modeReference.title(title, area),
      detail,
      texts.modeReference.next,
    ),
  modePathTaken: (id: string, mode: string, path: string): Problem =>
    problem(
      'MODE_PATH_TAKEN',
      texts.modePathTaken.title(mode),
      texts.modePathTaken.detail(id, path),
      texts.next.contactVendor,
      id,
    ),
  additionModeUnknown: (id: string, mode: string): Problem =>
    problem(
      'ADDITION_MODE_UNKNOWN',
      texts.additionModeUnknown.title(id),
      texts.additionModeUnknown.detail(mode),
      texts.next.contactVendor,
      id,
    ),
  additionUnresolved: (id: string, mode: string, detail: string): Problem =>
    problem(
      'ADDITION_UNRESOLVED',
      texts.additionUnresolved.title(id, mode),
      detail,
      texts.next.contactVendor,
      id,
    ),
  noMode: (path: string): Problem =>
    problem('MODE_NONE', texts.noMode.title, texts.noMode.detail(path), texts.noMode.next),
  keyConflict: (key: string, first: string, second: string): Problem =>
    problem(
      'KEY_CONFLICT',
      texts.keyConflict.title(key),
      texts.keyConflict.detail(first, second),
      texts.keyConflict.next,
    ),
  keyInvalid: (key: string, detail: string): Problem =>
    problem('KEY_INVALID', texts.keyInvalid.title(key), detail, texts.keyInvalid.next),
  scopeEnded: (id: string): Problem =>
    problem(
      'SCOPE_ENDED',
      texts.scopeEnded.title(id),
      texts.scopeEnded.detail,
      texts.next.contactVendor,
      id,
    ),
} as const;
