import { describe, expect, it } from 'vitest';
import { asAttachment } from './content-disposition.ts';

describe('asAttachment', () => {
  it.each([
    ['volume.nrrd', 'attachment; filename="volume.nrrd"'],
    ['Müller.pdf', `attachment; filename="M_ller.pdf"; filename*=UTF-8''M%C3%BCller.pdf`],
    ['a"b.pdf', `attachment; filename="a_b.pdf"; filename*=UTF-8''a%22b.pdf`],
    [
      "it's (1)*.pdf",
      `attachment; filename="it_s (1)_.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`,
    ],
    [
      'a\r\nset-cookie: x',
      `attachment; filename="a__set-cookie_ x"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x`,
    ],
    ['\ud800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
  ])('encodes the exact file name without header injection: %j', (name, header) => {
    expect(asAttachment(name)).toBe(header);
  });
});
