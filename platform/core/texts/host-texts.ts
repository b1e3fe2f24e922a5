import { defineTexts } from '#foundation';

/** Problems and reasons of the extension host about extensions, modes and keys. */
export const hostTexts = defineTexts('host', {
  next: {
    contactVendor:
      'Contact the maintainer of the extension. The rest of the workstation still works.',
    checkSite: 'Change the site configuration, then reload the page.',
    reload: 'Check the connection, then reload the page.',
  },
  duplicateExtension: {
    title: (id: string) => `Two extensions have the id ${id}`,
    detail: 'The first extension is used. The other was rejected.',
    next: 'Give the third-party extension a different id.',
  },
  unknownSwitch: {
    title: (id: string) => `Unknown extension in the site configuration: ${id}`,
    detail: (id: string) => `No built-in or third-party extension has the id '${id}'.`,
  },
  hostRange: {
    title: (id: string) => `${id} needs another version of the extension API`,
    detail: (range: string, version: string) =>
      `It requires extension API ${range}; this is ${version}.`,
    next: 'Install a compatible version of the extension.',
  },
  foreignId: {
    title: (id: string) => `${id} declares an id with a wrong prefix`,
    detail: (contribution: string, id: string) => `'${contribution}' does not start with '${id}.'.`,
  },
  duplicateContribution: {
    title: (contribution: string) => `${contribution} is declared twice`,
    detail: (id: string, contribution: string, owner: string) =>
      `${id} declares '${contribution}', which ${owner} already declares.`,
  },
  renamedConflict: { title: (id: string, old: string) => `${id} can’t rename ${old}` },
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
    detail: (needed: string) => `See the problems of ${needed} for the reason.`,
    next: (needed: string) => `Fix ${needed} first.`,
  },
  requiredRange: {
    title: (id: string, needed: string) => `${id} needs another version of ${needed}`,
    detail: (range: string, version: string) => `It requires ${range}; ${version} is installed.`,
    next: (id: string, needed: string) => `Install compatible versions of ${id} and ${needed}.`,
  },
  optionalRange: {
    title: (id: string, other: string) => `${id} works without ${other}`,
    detail: (other: string, range: string, version: string) =>
      `It supports ${other} ${range}; ${version} is installed.`,
    next: 'No action is needed. To use both together, install a compatible version.',
  },
  cycle: {
    title: (id: string) => `${id} depends on itself`,
    detail: (ids: readonly string[]) => `${ids.join(' needs ')}.`,
    next: 'Make one of these dependencies optional in its manifest.',
  },
  invalidSettings: { title: (id: string) => `The settings of ${id} are invalid` },
  loadFailed: {
    title: (id: string) => `The code of ${id} could not be loaded`,
    timedOut: (seconds: number) => `It did not load within ${seconds} s.`,
  },
  invalidExport: { title: (id: string) => `${id} is not a valid extension` },
  offOrigin: {
    title: (id: string) => `${id} comes from another site`,
    detail: (url: string) => `'${url}' is not on the server of Clockface.`,
    next: 'Move the extension to a folder of this installation.',
  },
  notStartable: {
    title: (id: string) => `${id} is not available`,
    detail: 'It is not installed, is switched off or was rejected at startup.',
    next: 'See the extensions on the Administration page for the reason.',
  },
  activationFailed: { title: (id: string) => `${id} failed to start` },
  activationTimeout: {
    title: (id: string) => `${id} took too long to start`,
    detail: (seconds: number) => `It did not start within ${seconds} s and was stopped.`,
  },
  disposeFailed: { title: (id: string) => `${id} did not stop cleanly` },
  undeclared: {
    title: (id: string) => `${id} registers an undeclared contribution`,
    detail: (contribution: string, point: string) =>
      `'${contribution}' is not listed in ${point} of its manifest.`,
  },
  missing: {
    title: (id: string) => `${id} did not register a declared contribution`,
    detail: (contribution: string, point: string) =>
      `'${contribution}' in ${point} of its manifest was not registered.`,
  },
  unknownId: {
    title: (id: string) => `'${id}' does not exist`,
    detail: (point: string) => `No active extension declares it in ${point}.`,
    next: 'Check the spelling, or switch on the extension that provides it.',
  },
  notActive: {
    title: (id: string) => `'${id}' is not available yet`,
    detail: (owner: string, point: string) =>
      `${owner} declares it in ${point} but has not registered it.`,
    next: (owner: string) => `See the problems of ${owner}.`,
  },
  serviceMissing: {
    title: (id: string) => `No extension provides ${id}`,
    detail: (id: string) => `The service '${id}' was requested before it was provided.`,
    next: 'Switch on the extension that provides it.',
  },
  serviceDuplicate: {
    title: (id: string) => `${id} is provided twice`,
    detail: (id: string) => `The service '${id}' already has a provider.`,
  },
  commandDisabled: { detail: (id: string) => `'${id}' is not available now.` },
  commandFailed: {
    title: 'The command failed',
    detail: (id: string, detail: string) => `'${id}': ${detail}`,
    next: 'Try again.',
  },
  invalidMode: { title: (id: string) => `The mode '${id}' is invalid` },
  unknownModeSwitch: {
    title: (id: string) => `Unknown mode in the site configuration: ${id}`,
    detail: (id: string) => `No mode has the id '${id}'.`,
  },
  modeOff: {
    title: (title: string) => `${title} is switched off`,
    detail: 'The site or an administrator switched it off.',
    next: 'Contact your administrator if you need it.',
  },
  modeNeeds: {
    title: (mode: string) => `${mode} is not available`,
    detail: (needed: string, reason: string) => `It needs ${needed}. ${reason}`,
    next: 'Contact your administrator. The Administration page lists the active extensions and modes.',
  },
  modeReference: {
    title: (title: string, area: string) => `${title} runs without a part of its ${area}`,
    next: 'Switch on the extension that provides it, or remove it from the mode.',
  },
  modePathTaken: {
    title: (mode: string) => `The mode ${mode} can’t be opened`,
    detail: (id: string, path: string) =>
      `${id} wants the path '${path}', which another page or mode uses.`,
  },
  additionModeUnknown: {
    title: (id: string) => `${id} adds to an unknown mode`,
    detail: (mode: string) => `No mode has the id '${mode}'.`,
  },
  additionUnresolved: {
    title: (id: string, mode: string) => `${id} can’t add a part to ${mode}`,
  },
  noMode: {
    title: 'This scan can’t be opened here',
    detail: (path: string) => `No mode of ${path} supports a scan in this state.`,
    next: 'Go back to the study list.',
  },
  keyConflict: {
    title: (key: string) => `The shortcut ${key} is assigned twice`,
    detail: (first: string, second: string) => `It runs '${first}'; '${second}' has no shortcut.`,
    next: 'Assign another shortcut to one of them in the mode.',
  },
  keyInvalid: {
    title: (key: string) => `'${key}' is not a valid shortcut`,
    next: 'Correct the shortcut in the mode.',
  },
  scopeEnded: {
    title: (id: string) => `${id} was already stopped`,
    detail: 'It tried to register a contribution after it was stopped.',
  },
  /** Areas of a mode. */
  areas: {
    main: 'main area',
    views: 'views',
    right: 'right side',
    bar: 'patient bar',
    rail: 'tool rail',
    keys: 'shortcuts',
  },
  reasons: {
    notActive: 'It is not active.',
    notInstalled: 'It is not installed.',
    switchedOff: 'It is switched off.',
    notProvided: (area: string) => `No extension provides its ${area}.`,
    ofOther: (title: string, detail: string) => `${title}. ${detail}`,
    oneOf: (ids: readonly string[]) => ids.join(' or '),
    ownerNotStarted: (id: string, owner: string) =>
      `'${id}' belongs to ${owner}, which neither the mode nor the extension requires.`,
    withoutViews: (id: string) => `'${id}' is a layout, but the mode shows no views.`,
    withoutId: 'without id',
    noExport: "Its module does not export 'extension'.",
    otherId: (manifestId: string, entryId: string) =>
      `The id is '${manifestId}' in its manifest but '${entryId}' in its module.`,
    oldIdExists: (id: string) => `'${id}' still exists.`,
    noSuchId: (id: string) => `'${id}' does not exist.`,
    renamedTwice: 'It is renamed twice.',
    noSettings: (names: string) => `It has no settings, but these are set: ${names}.`,
    noSchema: (reason: string) =>
      `The settings in its manifest are not a valid JSON Schema: ${reason}`,
    emptyKey: 'It is empty.',
  },
});
