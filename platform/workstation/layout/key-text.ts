const NAMES: Readonly<Record<string, string>> = {
  $mod: 'Ctrl',
  Control: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
};

/** `$mod+Shift+KeyZ` → 'Ctrl + Shift + Z', as it stands on the keyboard. */
export function keyText(key: string): string {
  const known = (part: string): string => NAMES[part] ?? part.replace(/^(Key|Digit)(?=.$)/, '');
  return key
    .split(' ')
    .map((press) => press.split('+').map(known).join(' + '))
    .join(', ');
}
