/** True if a file matches an accept list ('.pdf,image/*,text/csv'), or without a list. */
export function acceptsFile(
  accept: string | undefined,
  file: { readonly name: string; readonly type: string },
): boolean {
  const acceptedTypes = (accept ?? '')
    .split(',')
    .map((type) => type.trim().toLowerCase())
    .filter((type) => type !== '');
  if (acceptedTypes.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return acceptedTypes.some((acceptedType) => {
    if (acceptedType.startsWith('.')) return name.endsWith(acceptedType);
    return acceptedType.endsWith('/*')
      ? type.startsWith(acceptedType.slice(0, -1))
      : type === acceptedType;
  });
}
