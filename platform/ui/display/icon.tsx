import {
  Activity,
  Archive,
  ArrowUpRight,
  BatteryMedium,
  Box,
  Building2,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleHelp,
  CircleUser,
  ClipboardList,
  Clock,
  Cloud,
  Columns2,
  Compass,
  Contrast,
  Copy,
  Crosshair,
  Download,
  Droplet,
  Ellipsis,
  Expand,
  Eye,
  EyeOff,
  FileText,
  FolderInput,
  Grid2x2,
  House,
  Import,
  Info,
  Keyboard,
  Layers,
  Link2,
  Link2Off,
  List,
  ListFilter,
  LoaderCircle,
  Lock,
  LogOut,
  type LucideIcon,
  MapPin,
  Maximize2,
  Mic,
  Minimize2,
  Minus,
  Monitor,
  MousePointer2,
  Move,
  OctagonX,
  Pause,
  Pencil,
  Play,
  Plus,
  Puzzle,
  Redo2,
  RefreshCw,
  RotateCcw,
  Ruler,
  ScanLine,
  Search,
  Server,
  Settings,
  SlidersHorizontal,
  Sparkles,
  Spline,
  Square,
  SquareDashed,
  Target,
  Trash2,
  TriangleAlert,
  Type,
  Undo2,
  Upload,
  User,
  UserPlus,
  Users,
  WandSparkles,
  Wifi,
  WifiOff,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ProductMark } from './product-mark.tsx';

/** Icons by the names used in manifests and widgets. */
const ICONS = {
  activity: Activity,
  archive: Archive,
  arrow: ArrowUpRight,
  box: Box,
  building: Building2,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevron-up': ChevronUp,
  circle: Circle,
  alert: CircleAlert,
  done: CircleCheck,
  nipple: CircleDot,
  help: CircleHelp,
  account: CircleUser,
  report: ClipboardList,
  clock: Clock,
  cloud: Cloud,
  device: Monitor,
  columns: Columns2,
  compass: Compass,
  battery: BatteryMedium,
  contrast: Contrast,
  copy: Copy,
  crosshair: Crosshair,
  more: Ellipsis,
  expand: Expand,
  eye: Eye,
  'eye-off': EyeOff,
  file: FileText,
  'import-folder': FolderInput,
  grid: Grid2x2,
  home: House,
  import: Import,
  info: Info,
  keyboard: Keyboard,
  layers: Layers,
  list: List,
  microphone: Mic,
  filter: ListFilter,
  link: Link2,
  unlink: Link2Off,
  loader: LoaderCircle,
  lock: Lock,
  'sign-out': LogOut,
  'plane-locator': MapPin,
  maximise: Maximize2,
  restore: Minimize2,
  minus: Minus,
  select: MousePointer2,
  pan: Move,
  download: Download,
  droplet: Droplet,
  stop: OctagonX,
  pause: Pause,
  edit: Pencil,
  play: Play,
  plus: Plus,
  extension: Puzzle,
  redo: Redo2,
  refresh: RefreshCw,
  reset: RotateCcw,
  length: Ruler,
  scan: ScanLine,
  search: Search,
  server: Server,
  settings: Settings,
  adjust: SlidersHorizontal,
  ai: Sparkles,
  freehand: Spline,
  square: Square,
  'bounding-box': SquareDashed,
  target: Target,
  delete: Trash2,
  warning: TriangleAlert,
  text: Type,
  undo: Undo2,
  upload: Upload,
  user: User,
  'user-plus': UserPlus,
  users: Users,
  online: Wifi,
  offline: WifiOff,
  close: X,
  wand: WandSparkles,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS | 'clockface' | 'scanner' | 'ellipse' | 'job';

/** All icon names, for tests that resolve the names in manifests. */
export const ICON_NAMES: readonly IconName[] = [
  ...(Object.keys(ICONS) as (keyof typeof ICONS)[]),
  'clockface',
  'scanner',
  'ellipse',
  'job',
];

export interface IconProps {
  /** Unknown names from a manifest show the extension icon. */
  readonly name: IconName | (string & {});
  readonly size?: number;
  /** Accessible name; absent if adjacent text names the icon. */
  readonly label?: string;
}

/** A line icon, 16 to 20 px, stroke width 1.5. Decorative without a label. */
export function Icon({ name, size = 18, label }: IconProps): ReactNode {
  const ariaProps =
    label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  if (name === 'clockface') return <ProductMark size={size} />;
  const shape = CUSTOM_SHAPES[name];
  if (shape !== undefined) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label or hidden
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...ariaProps}
      >
        {shape}
      </svg>
    );
  }
  const Drawn = Object.hasOwn(ICONS, name) ? ICONS[name as keyof typeof ICONS] : Puzzle;
  return <Drawn size={size} strokeWidth={1.5} {...ariaProps} />;
}

/** Domain shapes that the icon library lacks, on the same 24 px grid. */
const CUSTOM_SHAPES: Readonly<Record<string, ReactNode>> = {
  scanner: <path d="M3 19h18M5 16c0-5 3-8 7-8s7 3 7 8zM12 8V5M10 5h4" />,
  ellipse: <ellipse cx={12} cy={12} rx={9} ry={6.5} />,
  job: <path d="M12 3a9 9 0 1 0 9 9M12 7v5l3 2M16.5 4.2l.1.1M19.7 7.4l.1.1" />,
};
