import { type Problem, problem } from '#foundation';

/**
 * Every Problem that the extension host can report, in one place: words first, so that the admin
 * page, the log and the tests say the same.
 */
const ASK_VENDOR = 'Tell whoever maintains the extension; the rest of the workstation is usable.';
const CHECK_SITE = 'Change the site configuration and load the page again.';

export const hostProblems = {
  duplicateExtension: (id: string): Problem =>
    problem(
      'EXTENSION_DUPLICATE',
      `Two extensions are called ${id}`,
      `The first one found is used; another with the same id is refused.`,
      'Give the third-party extension an id of its own.',
      id,
    ),
  unknownSwitch: (id: string): Problem =>
    problem(
      'EXTENSION_UNKNOWN',
      `The site configuration names an extension that does not exist: ${id}`,
      `No built-in or third-party extension has the id '${id}'.`,
      CHECK_SITE,
      id,
    ),
  hostRange: (id: string, range: string, version: string): Problem =>
    problem(
      'HOST_RANGE',
      `${id} is made for another version of Clockface`,
      `It asks for host ${range}; this is ${version}.`,
      'Install a version of the extension that fits.',
      id,
    ),
  foreignId: (id: string, contribution: string): Problem =>
    problem(
      'CONTRIBUTION_FOREIGN_ID',
      `${id} declares something under another name`,
      `'${contribution}' does not start with '${id}.'.`,
      ASK_VENDOR,
      id,
    ),
  duplicateContribution: (id: string, contribution: string, owner: string): Problem =>
    problem(
      'DUPLICATE_CONTRIBUTION',
      `${contribution} exists twice`,
      `${id} brings '${contribution}', which ${owner} already has.`,
      ASK_VENDOR,
      id,
    ),
  renamedConflict: (id: string, old: string, why: string): Problem =>
    problem('RENAMED_CONFLICT', `${id} renames ${old} wrongly`, why, ASK_VENDOR, id),
  requiredMissing: (id: string, needed: string): Problem =>
    problem(
      'REQUIRED_EXTENSION_MISSING',
      `${id} needs ${needed}, which is not installed`,
      `No extension has the id '${needed}'.`,
      `Install ${needed} or switch ${id} off.`,
      id,
    ),
  requiredOff: (id: string, needed: string): Problem =>
    problem(
      'REQUIRED_EXTENSION_OFF',
      `${id} needs ${needed}, which is switched off`,
      `The site or an administrator switched ${needed} off.`,
      `Switch ${needed} on, or ${id} off.`,
      id,
    ),
  requiredRefused: (id: string, needed: string): Problem =>
    problem(
      'REQUIRED_EXTENSION_REFUSED',
      `${id} needs ${needed}, which did not start`,
      `The reason stands with ${needed}.`,
      `Mend ${needed} first.`,
      id,
    ),
  requiredRange: (id: string, needed: string, range: string, version: string): Problem =>
    problem(
      'REQUIRED_EXTENSION_RANGE',
      `${id} needs another version of ${needed}`,
      `It asks for ${range}; installed is ${version}.`,
      `Install versions of ${id} and ${needed} that fit.`,
      id,
    ),
  optionalRange: (id: string, other: string, range: string, version: string): Problem =>
    problem(
      'OPTIONAL_EXTENSION_RANGE',
      `${id} works without ${other}`,
      `It can work with ${other} ${range}; installed is ${version}.`,
      'Nothing must be done; install a fitting version to have both together.',
      id,
    ),
  cycle: (id: string, path: readonly string[]): Problem =>
    problem(
      'REQUIRES_CYCLE',
      `${id} needs itself`,
      `${path.join(' needs ')}.`,
      'Make one of them optional in its manifest.',
      id,
    ),
  invalidSettings: (id: string, detail: string): Problem =>
    problem('INVALID_SETTINGS', `The settings of ${id} are not valid`, detail, CHECK_SITE, id),
  loadFailed: (id: string, detail: string): Problem =>
    problem(
      'EXTENSION_NOT_LOADED',
      `The code of ${id} could not be loaded`,
      detail,
      'Check the connection and load the page again.',
      id,
    ),
  loadTimeout: (id: string, limitMs: number): Problem =>
    problem(
      'EXTENSION_NOT_LOADED',
      `The code of ${id} could not be loaded`,
      `It has not come within ${limitMs / 1000} s.`,
      'Check the connection and load the page again.',
      id,
    ),
  wrongExport: (id: string, detail: string): Problem =>
    problem('WRONG_EXPORT', `${id} is not an extension`, detail, ASK_VENDOR, id),
  offOrigin: (id: string, url: string): Problem =>
    problem(
      'OFF_ORIGIN',
      `${id} comes from another site`,
      `'${url}' is not on the address that serves Clockface.`,
      'Put the extension into a folder of this installation.',
      id,
    ),
  notStartable: (id: string): Problem =>
    problem(
      'EXTENSION_NOT_STARTABLE',
      `${id} is not there`,
      'It is not installed, switched off, or was refused at the start.',
      'The admin page lists every extension and why it is not in force.',
      id,
    ),
  activationFailed: (id: string, detail: string): Problem =>
    problem('ACTIVATION_FAILED', `${id} failed to start`, detail, ASK_VENDOR, id),
  activationTimeout: (id: string, limitMs: number): Problem =>
    problem(
      'ACTIVATION_TIMEOUT',
      `${id} took too long to start`,
      `It was not ready after ${limitMs / 1000} s and was stopped.`,
      ASK_VENDOR,
      id,
    ),
  disposeFailed: (id: string, detail: string): Problem =>
    problem('DISPOSE_FAILED', `${id} did not stop cleanly`, detail, ASK_VENDOR, id),
  undeclared: (id: string, point: string, contribution: string): Problem =>
    problem(
      'UNDECLARED_CONTRIBUTION',
      `${id} registers something its manifest does not name`,
      `'${contribution}' is not among its ${point}.`,
      ASK_VENDOR,
      id,
    ),
  missing: (id: string, point: string, contribution: string): Problem =>
    problem(
      'MISSING_CONTRIBUTION',
      `${id} did not bring what its manifest names`,
      `'${contribution}' of its ${point} was not registered.`,
      ASK_VENDOR,
      id,
    ),
  unknownId: (point: string, id: string): Problem =>
    problem(
      'UNKNOWN_CONTRIBUTION',
      `There is no '${id}'`,
      `No extension that is switched on has it among its ${point}.`,
      'Check the spelling, or switch the extension on that brings it.',
    ),
  notActive: (point: string, id: string, owner: string): Problem =>
    problem(
      'CONTRIBUTION_NOT_ACTIVE',
      `'${id}' is not there yet`,
      `${owner} names it among its ${point} but has not registered it.`,
      `See the problems of ${owner}.`,
      owner,
    ),
  serviceMissing: (id: string): Problem =>
    problem(
      'SERVICE_MISSING',
      `Nobody provides ${id}`,
      `The service '${id}' was asked for before anyone offered it.`,
      'Switch on the extension that provides it.',
    ),
  serviceDuplicate: (id: string): Problem =>
    problem(
      'SERVICE_DUPLICATE',
      `${id} is provided twice`,
      `The service '${id}' already has a provider.`,
      ASK_VENDOR,
    ),
  commandDisabled: (id: string, reason: string): Problem =>
    problem('COMMAND_DISABLED', reason, `'${id}' is not possible now.`, ''),
  commandFailed: (id: string, detail: string): Problem =>
    problem('COMMAND_FAILED', 'That did not work', `'${id}': ${detail}`, 'Try again.'),
  invalidMode: (id: string, detail: string): Problem =>
    problem('MODE_INVALID', `The mode '${id}' is not valid`, detail, ASK_VENDOR),
  unknownModeSwitch: (id: string): Problem =>
    problem(
      'MODE_UNKNOWN',
      `The site configuration names a mode that does not exist: ${id}`,
      `No mode has the id '${id}'.`,
      CHECK_SITE,
    ),
  modeOff: (title: string): Problem =>
    problem(
      'MODE_OFF',
      `${title} is switched off`,
      'The site or an administrator switched it off.',
      'Ask an administrator if it is needed.',
    ),
  modeNeeds: (mode: string, needed: { id: string; title: string }, why: string): Problem =>
    problem(
      'MODE_UNAVAILABLE',
      `${mode} is not available`,
      `It needs ${needed.title}. ${why}`,
      'Ask an administrator; the admin page lists what is in force.',
      needed.id,
    ),
  modeReference: (title: string, where: string, detail: string): Problem =>
    problem(
      'MODE_REFERENCE_MISSING',
      `${title} works without a part of its ${where}`,
      detail,
      'Switch on the extension that brings it, or take it out of the mode.',
    ),
  noMode: (path: string): Problem =>
    problem(
      'MODE_NONE',
      'This scan can not be opened here',
      `No mode of ${path} is made for a scan in this state.`,
      'Go back to the study.',
    ),
  keyConflict: (key: string, first: string, second: string): Problem =>
    problem(
      'KEY_CONFLICT',
      `The key ${key} is given twice`,
      `It does '${first}'; '${second}' has no key.`,
      'Give one of them another key in the mode.',
    ),
  keyInvalid: (key: string, detail: string): Problem =>
    problem('KEY_INVALID', `'${key}' is not a key`, detail, 'Mend the key in the mode.'),
  scopeEnded: (id: string): Problem =>
    problem(
      'SCOPE_ENDED',
      `${id} was already stopped`,
      'It tried to register something after its end.',
      ASK_VENDOR,
      id,
    ),
} as const;
