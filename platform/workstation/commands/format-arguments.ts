/** Formats arguments to distinguish two shortcuts of a command: `{by: -5}` → ' (−5)'. */
export function formatArguments(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  const values = Object.values(args).filter((value) => ['number', 'string'].includes(typeof value));
  if (values.length === 0) return '';
  return ` (${values.map((value) => String(value).replace('-', '−')).join(', ')})`;
}
