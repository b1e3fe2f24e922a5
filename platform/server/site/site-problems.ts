import { type Problem, problem } from '#foundation';

export function configUnreadable(file: string, detail: string): Problem {
  return problem(
    'SITE_CONFIG_UNREADABLE',
    'The site configuration could not be read',
    `${file}: ${detail}`,
    'Name an existing JSON file in CLOCKFACE_CONFIG, or remove the variable to use the default.',
  );
}

export function configInvalid(file: string, detail: string): Problem {
  return problem(
    'SITE_CONFIG_INVALID',
    'The site configuration is wrong',
    `${file}: ${detail}`,
    'Correct the named entries and start again.',
  );
}

export function environmentInvalid(detail: string): Problem {
  return problem(
    'SITE_ENVIRONMENT_INVALID',
    'A switch of the environment is wrong',
    detail,
    'Correct or remove the variable and start again.',
  );
}

export function manifestInvalid(extension: string, detail: string): Problem {
  return problem(
    'MANIFEST_INVALID',
    `The manifest of ${extension} is wrong`,
    detail,
    'The extension is left out until its manifest.json is correct.',
    extension,
  );
}

export function thirdPartyRejected(code: string, name: string, detail: string): Problem {
  return problem(
    code,
    `The third-party extension ${name} was refused`,
    detail,
    'Correct its folder or its entry in the site configuration, then start again.',
    name,
  );
}

export function settingsInvalid(extension: string, detail: string): Problem {
  return problem(
    'EXTENSION_SETTINGS_INVALID',
    `The settings of ${extension} do not fit its schema`,
    detail,
    'Its server half stays off until the site configuration is correct.',
    extension,
  );
}

export function entryPointFailed(extension: string, detail: string): Problem {
  return problem(
    'EXTENSION_SERVER_FAILED',
    `The server half of ${extension} could not be started`,
    detail,
    'The rest of the product works without it. Switch the extension off, or mend it.',
    extension,
  );
}
