import type { ExtensionContext } from '../registries/definitions.ts';

/** Entry point of an extension in the browser: `index.ts` exports an instance as `extension`. */
export interface Extension {
  readonly id: string;
  activate(context: ExtensionContext): void | Promise<void>;
}

/**
 * Returns the definition unchanged; exists for type inference and to make definitions searchable.
 */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
