import type { AbortSignalLike } from '../../../shared/base/abort'
import type { Watched } from '../../../shared/analysis/analysis'
import { timeSlices } from '../../work/time-slices'
import type { Line } from './line'
import type { Reading } from './expression-reader'

/** The value of an expression along a line, only after the commit `after` if it is on the line. Once stopped, returns the part so far. */
export async function watch(line: Line, reading: Pick<Reading, 'at'>, after?: string, stop?: AbortSignalLike): Promise<Watched> {
  const known = after === undefined ? -1 : line.ids.lastIndexOf(after, line.count - 1)
  const out: Watched = { from: [], values: [], to: line.count - 1, end: line.ids[line.count - 1] ?? '' }
  const yieldThread = timeSlices()
  for (let i = known + 1; i < line.count; i++) {
    if (stop?.aborted === true) break
    const value = reading.at(line.trees[i] ?? '').value ?? null
    if (out.from.length === 0 || value !== out.values.at(-1)) {
      out.from.push(i)
      out.values.push(value)
    }
    await yieldThread()
  }
  return out
}
