/** The place after which the next page starts: instant, name and id of the last row. */
export interface PagePlace {
  readonly createdAt: string;
  readonly fileName: string;
  readonly id: string;
}

export function encodeCursor(place: PagePlace): string {
  const { createdAt, fileName, id } = place;
  return Buffer.from(JSON.stringify([createdAt, fileName, id])).toString('base64url');
}

/** Null for what is no cursor of ours. */
export function decodeCursor(cursor: string): PagePlace | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return null;
    const [createdAt, fileName, id] = parts as (string | undefined)[];
    if (createdAt === undefined || fileName === undefined || id === undefined) return null;
    return Number.isNaN(Date.parse(createdAt)) || !/^[0-9a-f-]{36}$/.test(id)
      ? null
      : { createdAt, fileName, id };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}
