/**
 * Returns the Content-Disposition of a download (RFC 6266). Always an attachment, so that no
 * browser renders a disguised file. Adds the exact name (RFC 8187) when the ASCII name differs.
 */
export function asAttachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9 ._()+,&=@#-]/g, '_');
  if (plain === fileName) return `attachment; filename="${fileName}"`;
  const exact = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
