/** Position after which the next page starts: instant, name and id of the last row. */
export interface FileCursor {
  readonly createdAt: string;
  readonly fileName: string;
  readonly id: string;
}

export function encodeFileCursor(cursor: FileCursor): string {
  const { createdAt, fileName, id } = cursor;
  return Buffer.from(JSON.stringify([createdAt, fileName, id])).toString('base64url');
}

/** Returns null for an invalid cursor. */
export function decodeFileCursor(cursor: string): FileCursor | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) return null;
    const [createdAt, fileName, id] = values as (string | undefined)[];
    if (createdAt === undefined || fileName === undefined || id === undefined) return null;
    return Number.isNaN(Date.parse(createdAt)) || !/^[0-9a-f-]{36}$/.test(id)
      ? null
      : { createdAt, fileName, id };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}
