import type { Mark } from '../../shared/analysis/chronicle'
import type { Beats } from '../store/beats'
import type { Frame } from './draw'
import { middleOf, xOf } from './geometry'

/** The moving layer of the timeline: the cursor, the beat under the pointer, and the hits. */
export interface Moving extends Frame {
  beats: Beats
  cursor: Mark | undefined
  hover: Mark | undefined
  hits: readonly Mark[]
  /** The hit that was selected last. */
  chosen: string | undefined
}

type Pen = CanvasRenderingContext2D

/** Draws the moving layer. This happens often and is cheap. */
export function drawMoving(pen: Pen, moving: Moving): void {
  const { rows, width, hits, chosen, hover, cursor } = moving
  pen.clearRect(0, 0, width, rows.height)
  for (const mark of hits) pointer(pen, moving, mark, mark.id === chosen)
  if (cursor) needle(pen, moving, cursor)
  if (hover) halo(pen, moving, hover)
}

const yOf = ({ beats, rows, top }: Moving, mark: Mark): number => middleOf(beats.trackOf.get(mark.id)?.lane ?? 0, rows, top)

/** A small arc under each hit in its lane. */
function pointer(pen: Pen, moving: Moving, mark: Mark, chosen: boolean): void {
  const x = xOf(mark.place, moving.view)
  const y = yOf(moving, mark)
  const { rows, width, token } = moving
  if (x < -6 || x > width + 6 || y < rows.head || y > rows.height) return
  pen.fillStyle = token('--accent')
  const size = chosen ? 5 : 3.5
  const foot = Math.min(y + rows.lane / 2 - 1, rows.height - 1)
  pen.beginPath()
  pen.moveTo(x - size, foot)
  pen.lineTo(x + size, foot)
  pen.lineTo(x, foot - size * 1.4)
  pen.fill()
}

function halo(pen: Pen, moving: Moving, mark: Mark): void {
  const { rows, view, token } = moving
  const y = yOf(moving, mark)
  if (y < rows.head) return
  const half = Math.min(13, rows.lane / 2 - 1)
  pen.strokeStyle = token('--ink')
  pen.lineWidth = 1
  pen.beginPath()
  pen.roundRect(Math.round(xOf(mark.place, view)) - 5.5, Math.round(y - half) + 0.5, 11, half * 2 - 1, 4)
  pen.stroke()
}

function needle(pen: Pen, moving: Moving, mark: Mark): void {
  const { rows, view, width, token } = moving
  const at = Math.round(xOf(mark.place, view))
  if (at < -8 || at > width + 8) return
  const y = yOf(moving, mark)
  pen.fillStyle = token('--accent')
  pen.fillRect(at - 1, rows.head - 8, 2, rows.height - rows.head + 8)
  pen.beginPath()
  pen.moveTo(at - 5, rows.head - 8)
  pen.lineTo(at + 5, rows.head - 8)
  pen.lineTo(at, rows.head - 1)
  pen.fill()
  if (y < rows.head || y > rows.height) return
  pen.strokeStyle = token('--accent')
  pen.lineWidth = 1.5
  pen.beginPath()
  pen.arc(at, y, Math.min(6.5, rows.lane / 2 - 2), 0, Math.PI * 2)
  pen.stroke()
}
