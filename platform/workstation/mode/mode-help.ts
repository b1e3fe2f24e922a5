import type { ExtensionHost, ModeRuntime } from '#core';
import type { HelpEntry } from '../start/application.ts';

/** The keys of a running mode with the titles of what they do. */
export function helpOf(
  runtime: Pick<ModeRuntime, 'keys'>,
  host: Pick<ExtensionHost, 'commands' | 'tools'>,
): readonly HelpEntry[] {
  return runtime.keys.flatMap(({ key, kind, id, args }) => {
    const found = kind === 'command' ? host.commands.get(id) : host.tools.get(id);
    if (!found.ok) return [];
    return [{ key, title: `${found.value.declaration.title}${argumentWords(args)}` }];
  });
}

/** Tells two keys of one command apart: `{by: -5}` → ' (−5)'. */
function argumentWords(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  const values = Object.values(args).filter((value) => ['number', 'string'].includes(typeof value));
  if (values.length === 0) return '';
  return ` (${values.map((value) => String(value).replace('-', '−')).join(', ')})`;
}
