import { defineTexts } from '#foundation';

/** Problems and reasons of the extension host about extensions, modes and keys. */
export const hostTexts = defineTexts('host', {
  next: {
    contactVendor: 'Tell whoever maintains the extension; the rest of the workstation is usable.',
    checkSite: 'Change the site configuration and load the page again.',
    reload: 'Check the connection and load the page again.',
  },
  duplicateExtension: {
    title: (id: string) => `Two extensions are called ${id}`,
    detail: 'The first one found is used; another with the same id is refused.',
    next: 'Give the third-party extension an id of its own.',
  },
  unknownSwitch: {
    title: (id: string) => `The site configuration names an extension that does not exist: ${id}`,
    detail: (id: string) => `No built-in or third-party extension has the id '${id}'.`,
  },
  hostRange: {
    title: (id: string) => `${id} is made for another version of Clockface`,
    detail: (range: string, version: string) => `It asks for host ${range}; this is ${version}.`,
    next: 'Install a version of the extension that fits.',
  },
  foreignId: {
    title: (id: string) => `${id} declares something under another name`,
    detail: (contribution: string, id: string) => `'${contribution}' does not start with '${id}.'.`,
  },
  duplicateContribution: {
    title: (contribution: string) => `${contribution} exists twice`,
    detail: (id: string, contribution: string, owner: string) =>
      `${id} brings '${contribution}', which ${owner} already has.`,
  },
  renamedConflict: { title: (id: string, old: string) => `${id} renames ${old} wrongly` },
  requiredMissing: {
    title: (id: string, needed: string) => `${id} needs ${needed}, which is not installed`,
    detail: (needed: string) => `No extension has the id '${needed}'.`,
    next: (needed: string, id: string) => `Install ${needed} or switch ${id} off.`,
  },
  requiredOff: {
    title: (id: string, needed: string) => `${id} needs ${needed}, which is switched off`,
    detail: (needed: string) => `The site or an administrator switched ${needed} off.`,
    next: (needed: string, id: string) => `Switch ${needed} on, or ${id} off.`,
  },
  requiredRejected: {
    title: (id: string, needed: string) => `${id} needs ${needed}, which did not start`,
    detail: (needed: string) => `The reason stands with ${needed}.`,
    next: (needed: string) => `Mend ${needed} first.`,
  },
  requiredRange: {
    title: (id: string, needed: string) => `${id} needs another version of ${needed}`,
    detail: (range: string, version: string) => `It asks for ${range}; installed is ${version}.`,
    next: (id: string, needed: string) => `Install versions of ${id} and ${needed} that fit.`,
  },
  optionalRange: {
    title: (id: string, other: string) => `${id} works without ${other}`,
    detail: (other: string, range: string, version: string) =>
      `It can work with ${other} ${range}; installed is ${version}.`,
    next: 'Nothing must be done; install a fitting version to have both together.',
  },
  cycle: {
    title: (id: string) => `${id} needs itself`,
    detail: (ids: readonly string[]) => `${ids.join(' needs ')}.`,
    next: 'Make one of them optional in its manifest.',
  },
  invalidSettings: { title: (id: string) => `The settings of ${id} are not valid` },
  loadFailed: {
    title: (id: string) => `The code of ${id} could not be loaded`,
    timedOut: (seconds: number) => `It has not come within ${seconds} s.`,
  },
  invalidExport: { title: (id: string) => `${id} is not an extension` },
  offOrigin: {
    title: (id: string) => `${id} comes from another site`,
    detail: (url: string) => `'${url}' is not on the address that serves Clockface.`,
    next: 'Put the extension into a folder of this installation.',
  },
  notStartable: {
    title: (id: string) => `${id} is not there`,
    detail: 'It is not installed, switched off, or was refused at the start.',
    next: 'The admin page lists every extension and why it is not in force.',
  },
  activationFailed: { title: (id: string) => `${id} failed to start` },
  activationTimeout: {
    title: (id: string) => `${id} took too long to start`,
    detail: (seconds: number) => `It was not ready after ${seconds} s and was stopped.`,
  },
  disposeFailed: { title: (id: string) => `${id} did not stop cleanly` },
  undeclared: {
    title: (id: string) => `${id} registers something its manifest does not name`,
    detail: (contribution: string, point: string) => `'${contribution}' is not among its ${point}.`,
  },
  missing: {
    title: (id: string) => `${id} did not bring what its manifest names`,
    detail: (contribution: string, point: string) =>
      `'${contribution}' of its ${point} was not registered.`,
  },
  unknownId: {
    title: (id: string) => `There is no '${id}'`,
    detail: (point: string) => `No extension that is switched on has it among its ${point}.`,
    next: 'Check the spelling, or switch the extension on that brings it.',
  },
  notActive: {
    title: (id: string) => `'${id}' is not there yet`,
    detail: (owner: string, point: string) =>
      `${owner} names it among its ${point} but has not registered it.`,
    next: (owner: string) => `See the problems of ${owner}.`,
  },
  serviceMissing: {
    title: (id: string) => `Nobody provides ${id}`,
    detail: (id: string) => `The service '${id}' was asked for before anyone offered it.`,
    next: 'Switch on the extension that provides it.',
  },
  serviceDuplicate: {
    title: (id: string) => `${id} is provided twice`,
    detail: (id: string) => `The service '${id}' already has a provider.`,
  },
  commandDisabled: { detail: (id: string) => `'${id}' is not possible now.` },
  commandFailed: {
    title: 'That did not work',
    detail: (id: string, detail: string) => `'${id}': ${detail}`,
    next: 'Try again.',
  },
  invalidMode: { title: (id: string) => `The mode '${id}' is not valid` },
  unknownModeSwitch: {
    title: (id: string) => `The site configuration names a mode that does not exist: ${id}`,
    detail: (id: string) => `No mode has the id '${id}'.`,
  },
  modeOff: {
    title: (title: string) => `${title} is switched off`,
    detail: 'The site or an administrator switched it off.',
    next: 'Ask an administrator if it is needed.',
  },
  modeNeeds: {
    title: (mode: string) => `${mode} is not available`,
    detail: (needed: string, reason: string) => `It needs ${needed}. ${reason}`,
    next: 'Ask an administrator; the admin page lists what is in force.',
  },
  modeReference: {
    title: (title: string, area: string) => `${title} works without a part of its ${area}`,
    next: 'Switch on the extension that brings it, or take it out of the mode.',
  },
  noMode: {
    title: 'This scan can not be opened here',
    detail: (path: string) => `No mode of ${path} is made for a scan in this state.`,
    next: 'Go back to the study.',
  },
  keyConflict: {
    title: (key: string) => `The key ${key} is given twice`,
    detail: (first: string, second: string) => `It does '${first}'; '${second}' has no key.`,
    next: 'Give one of them another key in the mode.',
  },
  keyInvalid: {
    title: (key: string) => `'${key}' is not a key`,
    next: 'Mend the key in the mode.',
  },
  scopeEnded: {
    title: (id: string) => `${id} was already stopped`,
    detail: 'It tried to register something after its end.',
  },
  /** Areas of a mode. */
  areas: {
    main: 'main area',
    views: 'views',
    right: 'right side',
    bar: 'patient bar',
    rail: 'tool rail',
    keys: 'keys',
    overlays: 'overlays',
  },
  reasons: {
    notActive: 'It is not in force.',
    notInstalled: 'It is not installed.',
    switchedOff: 'It is switched off.',
    notProvided: (area: string) => `Nobody brings its ${area}.`,
    ofOther: (title: string, detail: string) => `${title}. ${detail}`,
    oneOf: (ids: readonly string[]) => ids.join(' or '),
    withoutId: 'without id',
    noExport: "Its door does not export 'extension'.",
    otherId: (manifestId: string, entryId: string) =>
      `Its manifest says '${manifestId}', its door '${entryId}'.`,
    oldIdExists: (id: string) => `'${id}' still exists.`,
    noSuchId: (id: string) => `There is no '${id}'.`,
    renamedTwice: 'It is renamed twice.',
    noSettings: (names: string) => `It has no settings, but got ${names}.`,
    noSchema: (reason: string) => `The manifest's settings are not a JSON Schema: ${reason}`,
    emptyKey: 'It is empty.',
  },
});
