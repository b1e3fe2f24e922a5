/** True when a file fits an accept list ('.pdf,image/*,text/csv'); without a list every file does. */
export function acceptsFile(
  accept: string | undefined,
  file: { readonly name: string; readonly type: string },
): boolean {
  const wanted = (accept ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
  if (wanted.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return wanted.some((one) => {
    if (one.startsWith('.')) return name.endsWith(one);
    return one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : type === one;
  });
}
