import type { Step } from './spark'

/** The height of a value's row in pixels, and the space above its line (for the name) and below. */
export const HEIGHT_PX = 40
const ABOVE_PX = 18
const MARGIN_PX = 5

/** The input for drawing a watched value; `cursor` is in pixels. */
export interface SparkPaint {
  steps: readonly Step[]
  reach: { low: number; high: number } | undefined
  cursor: number
  width: number
}

/** Draws a watched value: numbers as a step line, booleans as a band, texts as labelled stretches. */
export function drawSpark(pen: CanvasRenderingContext2D, { steps, reach, cursor, width }: SparkPaint, token: (name: string) => string): void {
  pen.clearRect(0, 0, width, HEIGHT_PX)
  if (reach) line(pen, steps, reach, token)
  for (const [i, step] of steps.entries()) {
    if (step.value === true) band(pen, step, token('--past'), 8)
    else if (typeof step.value === 'string') words(pen, step, i, token)
  }
  if (cursor >= 0 && cursor <= width) {
    pen.fillStyle = token('--accent')
    pen.fillRect(Math.round(cursor) - 1, 0, 2, HEIGHT_PX)
  }
}

function line(
  pen: CanvasRenderingContext2D,
  steps: readonly Step[],
  { low, high }: { low: number; high: number },
  token: (name: string) => string
): void {
  const y = (value: number): number =>
    high === low
      ? (HEIGHT_PX + ABOVE_PX - MARGIN_PX) / 2
      : HEIGHT_PX - MARGIN_PX - ((value - low) / (high - low)) * (HEIGHT_PX - ABOVE_PX - MARGIN_PX)
  pen.strokeStyle = token('--past')
  pen.lineWidth = 1.5
  pen.beginPath()
  let drawing = false
  for (const step of steps) {
    if (typeof step.value !== 'number') {
      drawing = false
      continue
    }
    if (drawing) pen.lineTo(step.x, y(step.low))
    else pen.moveTo(step.x, y(step.low))
    pen.lineTo(step.x, y(step.high))
    pen.lineTo(step.x, y(step.value))
    pen.lineTo(Math.max(step.to, step.x + 0.5), y(step.value))
    drawing = true
  }
  pen.stroke()
}

function band(pen: CanvasRenderingContext2D, { x, to }: Step, colour: string, high: number): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.roundRect(x, HEIGHT_PX - MARGIN_PX - high, Math.max(1, to - x), high, 2)
  pen.fill()
}

function words(pen: CanvasRenderingContext2D, step: Step, i: number, token: (name: string) => string): void {
  band(pen, { ...step, x: step.x + 0.5 }, token(i % 2 === 0 ? '--line' : '--line-strong'), 15)
  const room = step.to - step.x - 8
  if (room < 24) return
  pen.font = "450 11px 'Inter Variable', sans-serif"
  pen.fillStyle = token('--ink')
  pen.save()
  pen.beginPath()
  pen.rect(step.x, 0, room + 4, HEIGHT_PX)
  pen.clip()
  pen.fillText(String(step.value), step.x + 4, HEIGHT_PX - MARGIN_PX - 4)
  pen.restore()
}
