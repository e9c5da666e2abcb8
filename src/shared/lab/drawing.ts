import type { Share, LabMark } from './report'

/** A colour token of the interface, without the dashes. */
export type Ink = 'ink' | 'ink-2' | 'ink-3' | 'line' | 'line-strong' | 'stage' | 'heat-3' | 'bad' | 'past'

/** One SVG element. `at`: its attributes, in camel case. */
export interface Shape {
  tag: 'path' | 'rect' | 'circle'
  at: Readonly<Record<string, string | number>>
  fill?: Ink
  stroke?: Ink
}

/** What belongs together in a drawing, in painting order: shapes, and words over them, in lines around a point. `mark`: what it stands for. */
export interface DrawnItem {
  shapes: readonly Shape[]
  words?: { x: number; y: number; lines: readonly string[]; ink: Ink; anchor: 'start' | 'middle' | 'end' }
  mark?: { mark: LabMark; words: string; share: Share }
}

/** A drawing of the lab, in pixels. The window shows it with marks that can be pressed, a page as it is. */
export interface Drawing {
  width: number
  height: number
  items: readonly DrawnItem[]
}

export const TEXT_PX = 11
export const LINE_PX = 14
